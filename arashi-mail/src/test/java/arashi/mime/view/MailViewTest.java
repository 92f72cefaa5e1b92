package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  private static MailView view(ListFields list) {
    return new MailView(ENVELOPE, "When?", false, Optional.empty(), List.of(), List.of(), list);
  }

  @Test
  void keepsWhatTheMailSaysOfItsList() {
    MailView view = view(new ListFields("<mailto:a@b.example>", "<b.example>", ""));
    assertThat(MailView.decode(view.encode())).isEqualTo(view);
  }

  @Test
  void aKindOfALaterReleaseIsLeftOut() throws IOException {
    MailProblem known = new MailProblem(MailProblem.Kind.BROKEN_DATE, "the mail");
    Protection signed = new Protection(Protection.Kind.PGP_SIGNED, "Noor");
    MailView view =
        withProblems(
            List.of(new MailProblem(MailProblem.Kind.TOO_DEEP, "part 3"), known),
            List.of(new Protection(Protection.Kind.SMIME_SIGNED, "Ilse"), signed));
    String plain = new String(inflated(view.encode()), StandardCharsets.ISO_8859_1);
    String later = plain.replace("TOO_DEEP", "TOO_LATE").replace("SMIME_SIGNED", "SEALED_LATER");

    MailView read = MailView.decode(deflated(later.getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(read).isEqualTo(withProblems(List.of(known), List.of(signed)));
  }

  private static MailView withProblems(List<MailProblem> problems, List<Protection> protections) {
    return new MailView(
        ENVELOPE,
        "When?",
        false,
        Optional.empty(),
        List.of(),
        problems,
        ListFields.NONE,
        new MailFacts(
            protections,
            List.of(),
            List.of(),
            List.of(new MailAddress("Ib", "ib@far.example")),
            "Then."));
  }

  private static byte[] inflated(byte[] encoded) throws IOException {
    return new InflaterInputStream(
            new ByteArrayInputStream(encoded, 1, encoded.length - 1), new Inflater(true))
        .readAllBytes();
  }

  private static byte[] deflated(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(1); // the version
    try (DeflaterOutputStream deflated =
        new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true))) {
      deflated.write(plain);
    }
    return out.toByteArray();
  }
}
