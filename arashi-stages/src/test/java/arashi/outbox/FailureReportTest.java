package arashi.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailView;
import arashi.outbox.FailureReport.Failed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureReportTest {
  private static final byte[] ORIGINAL =
      "Message-ID: <1.a@example.org>\r\nSubject: x\r\n\r\nx\r\n".getBytes(US_ASCII);

  private static byte[] report(String to, String... failed) {
    List<Failed> all =
        List.of(failed).stream()
            .map(address -> new Failed(address, "550 5.1.1 No such user"))
            .toList();
    return FailureReport.of("mx.example.org", to, 7, ORIGINAL, all, Instant.EPOCH);
  }

  private static Envelope envelope(byte[] report) {
    return new MailParser(MimeLimits.DEFAULT).parse(report).envelope();
  }

  @Test
  void keepsLettersOfAddresses() {
    Envelope envelope = envelope(report("jörg@example.org", "grün@example.net", "b@example.net"));

    assertThat(envelope.subject()).isEqualTo("Not delivered to grün@example.net and 1 other");
    assertThat(envelope.to()).containsExactly(new Mailbox("", "jörg@example.org"));
    assertThat(envelope.author())
        .isEqualTo(new Mailbox("Mail Delivery", "MAILER-DAEMON@mx.example.org"));
    assertThat(envelope.inReplyTo()).containsExactly("1.a@example.org");
  }

  @Test
  void writesNoLineOfAnAddress() {
    String endless = "a".repeat(400) + "\r\nBcc: eve@example.net";

    assertThat(envelope(report("ada@example.org", endless)).subject())
        .isEqualTo("Not delivered to " + "a".repeat(200));
    assertThat(envelope(report("ada@example.org", "a\r\nBcc: eve@example.net")).subject())
        .isEqualTo("Not delivered to a Bcc: eve@example.net");
  }

  /** The report is sent in ASCII, and read with all its letters. */
  @ParameterizedTest
  @CsvSource({
    "bo@far.example, 550 5.1.1 No such user",
    "jürgen@far.example, 550 5.1.1 Kein Postfach für jürgen",
    "用户@far.example, 550 5.1.1 没有此用户",
    "почта@очень-длинное-имя-узла-которое-не-помещается.example, 550 5.1.1 Нет такого ящика",
  })
  void keepsTheLettersOfAddressesAndReplies(String address, String reply) {
    byte[] report =
        FailureReport.of(
            "mx.example.org",
            "ada@example.org",
            7,
            ORIGINAL,
            List.of(new Failed(address, reply), new Failed("x@far.example", "550 no")),
            Instant.EPOCH);
    String head = new String(report, UTF_8).split("\r\n\r\n", 2)[0];
    assertThat(head).matches("[\\x00-\\x7f]*");
    assertThat(head.lines()).allMatch(line -> line.length() <= 78);
    MailView view = new MailParser(MimeLimits.DEFAULT).parse(report).view();
    assertThat(view.envelope().subject()).isEqualTo("Not delivered to " + address + " and 1 other");
    assertThat(view.facts().reports().get(0).recipient()).isEqualTo(address);
    assertThat(view.facts().reports().get(0).reason()).isEqualTo(reply);
  }
}
