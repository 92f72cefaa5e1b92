package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.view.Invitation.Recurrence;
import arashi.mime.view.Invitation.Series;
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
          List.of(new Mailbox("Noor", "noor@example.org")),
          List.of(),
          List.of(),
          List.of(),
          "Ferry",
          Optional.empty(),
          "",
          List.of(),
          List.of());

  /** Place of the length of the list of hidden recipients. */
  private static final int BCC = 4 + 4 + "Noor".length() + 4 + "noor@example.org".length() + 3 * 4;

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

    MailView read = MailView.decode(deflated(2, later.getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(read).isEqualTo(withProblems(List.of(known), List.of(signed)));
  }

  @Test
  void aViewOfTheVersionBeforeHasNoHiddenRecipientsAndNoStructure() throws IOException {
    MailView view = view(ListFields.NONE);
    byte[] plain = inflated(view.encode());
    byte[] older = without(without(plain, plain.length - 4, 4), BCC, 4);

    assertThat(MailView.decode(deflated(1, older))).isEqualTo(view);
  }

  @Test
  void anInvitationOfTheVersionBeforeHasItsRuleAlone() throws IOException {
    Recurrence rule =
        new Recurrence(Recurrence.Unit.WEEK, 2, List.of(1), 0, 0, 5, Optional.empty(), false);
    Series series = new Series(Optional.of(rule), Optional.empty(), List.of(), List.of());
    MailView view = withInvitation(series, "Bring oars");
    byte[] plain = inflated(view.encode());
    int structure = plain.length - 4;
    int doubts = structure - 4 - "Then.".length() - 4;
    int dates = doubts - "Bring oars".length() - 4 - 10; // one of the series, and two lists
    byte[] older = without(without(plain, structure, 4), doubts, 4);

    older = without(without(older, dates, 10), BCC, 4);

    assertThat(MailView.decode(deflated(1, older))).isEqualTo(view);
    assertThat(MailView.decode(view.encode())).isEqualTo(view);
  }

  private static byte[] without(byte[] all, int from, int length) {
    byte[] rest = new byte[all.length - length];
    System.arraycopy(all, 0, rest, 0, from);
    System.arraycopy(all, from + length, rest, from, rest.length - from);
    return rest;
  }

  private static MailView withInvitation(Series series, String description) {
    Invitation event =
        new Invitation(
            Invitation.Kind.REQUEST,
            "Rowing",
            Optional.empty(),
            Optional.empty(),
            "Pier",
            Optional.of(new Mailbox("Noor", "noor@example.org")),
            List.of(),
            series,
            description,
            List.of());
    return with(List.of(), new MailFacts(List.of(), List.of(), List.of(event), "Then."));
  }

  private static MailView withProblems(List<MailProblem> problems, List<Protection> protections) {
    return with(problems, new MailFacts(protections, List.of(), List.of(), "Then."));
  }

  private static MailView with(List<MailProblem> problems, MailFacts facts) {
    return new MailView(
        ENVELOPE,
        "When?",
        false,
        Optional.empty(),
        List.of(),
        problems,
        ListFields.NONE,
        facts,
        List.of());
  }

  private static byte[] inflated(byte[] encoded) throws IOException {
    return new InflaterInputStream(
            new ByteArrayInputStream(encoded, 1, encoded.length - 1), new Inflater(true))
        .readAllBytes();
  }

  private static byte[] deflated(int version, byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(version);
    try (DeflaterOutputStream deflated =
        new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true))) {
      deflated.write(plain);
    }
    return out.toByteArray();
  }
}
