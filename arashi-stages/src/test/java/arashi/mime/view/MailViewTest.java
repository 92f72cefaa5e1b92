package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class MailViewTest {
  private static final Envelope ENVELOPE =
      new Envelope(
          List.of(new MailAddress("Noor", "noor@example.org")),
          List.of(),
          List.of(),
          List.of(),
          "Ferry",
          Optional.empty(),
          "",
          List.of(),
          List.of());

  private static MailView view(Optional<ListFields> list) {
    return new MailView(ENVELOPE, "When?", false, Optional.empty(), List.of(), List.of(), list);
  }

  @Test
  void keepsWhatTheMailSaysOfItsList() {
    MailView view = view(Optional.of(new ListFields("<mailto:a@b.example>", "<b.example>", "")));
    assertThat(MailView.decode(view.encode())).isEqualTo(view);
  }

  @Test
  void aViewOfAnEarlierReleaseSaysNothingOfLists() throws IOException {
    MailView unknown = view(Optional.empty());
    byte[] earlier = withoutLast(1 + 8 * Integer.BYTES, unknown.encode());
    assertThat(MailView.decode(earlier)).isEqualTo(unknown);
    assertThat(MailView.decode(unknown.encode())).isEqualTo(unknown);
  }

  /** What an earlier release wrote ended before these bytes. */
  private static byte[] withoutLast(int bytes, byte[] encoded) throws IOException {
    byte[] plain =
        new InflaterInputStream(
                new ByteArrayInputStream(encoded, 1, encoded.length - 1), new Inflater(true))
            .readAllBytes();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(encoded[0]);
    try (DeflaterOutputStream deflated =
        new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true))) {
      deflated.write(plain, 0, plain.length - bytes);
    }
    return out.toByteArray();
  }
}
