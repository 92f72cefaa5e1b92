package arashi.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.Envelope;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureReportTest {
  private static final byte[] ORIGINAL =
      "Message-ID: <1.a@example.org>\r\nSubject: x\r\n\r\nx\r\n".getBytes(US_ASCII);

  private static byte[] report(String to, String... failed) {
    List<FailureReport.Failed> all =
        List.of(failed).stream()
            .map(address -> new FailureReport.Failed(address, "550 5.1.1 No such user"))
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
}
