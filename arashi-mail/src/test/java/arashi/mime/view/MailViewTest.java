package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
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

  /**
   * Written by the previous release, which knew lists, but no invitations, reports or signatures.
   */
  private static final String OF_RELEASE_BEFORE =
      "AWNgYGBkYGBg8cvPLwLSAnlA2iG1IjG3ICdVL78onQECGKE0f2JKIlw6L7UEKszqllpUVAlWlGYyswGk"
          + "MD8vFYc5AlWpRflocqzhGal59mBpHpsCOzDPRr/ADqqFCUpzZuYmpqfqF+TBzOMoLE2s1EPw3UDmg8TQ"
          + "zGfLzMvJzEtlhJrDF+AYFOITGe/p5+Ia4eoCMiizpFihJLWiBCQtYpObmJlTkm+V6JCkBzUI5BRuGxQu"
          + "AwA=";

  @Test
  void whatTheReleaseBeforeWroteIsReadAsItIs() {
    MailView view = MailView.decode(Base64.getDecoder().decode(OF_RELEASE_BEFORE));

    assertThat(view.envelope().from()).containsExactly(ENVELOPE.from().get(0));
    assertThat(view.envelope().date()).hasValue(Instant.parse("2024-05-03T08:00:00Z"));
    assertThat(view.envelope().references()).containsExactly("zero@example.org");
    assertThat(view.text()).isEqualTo("When?");
    assertThat(view.html()).hasValue("<p>When?</p>");
    assertThat(view.parts())
        .singleElement()
        .satisfies(part -> assertThat(part.name()).isEqualTo("quay.png"));
    assertThat(view.has(MailProblem.Kind.PARTLY_INDEXED)).isTrue();
    assertThat(view.list()).hasValue(new ListFields("<mailto:a@b.example>", "<b.example>", ""));
    assertThat(view.facts()).isEqualTo(MailFacts.NONE);
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
        Optional.empty(),
        new MailFacts(protections, List.of(), List.of(), "Then."));
  }

  /** Removes the last bytes, which earlier releases did not write. */
  private static byte[] withoutLast(int bytes, byte[] encoded) throws IOException {
    byte[] plain = inflated(encoded);
    return deflated(Arrays.copyOf(plain, plain.length - bytes));
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
