package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.view.BodyPart;
import arashi.mime.view.MailView;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What IMAP tells of the structure of a mail. */
class StructureTest {
  private static final String MAIL =
      """
      Subject: x
      Bcc: Cy <cy@x.example>
      Content-Type: multipart/mixed; boundary=b; Charset=utf-8

      --b
      Content-Type: text/plain; format=flowed; charset="utf-8"
      Content-Transfer-Encoding: Quoted-Printable
      Content-Language: de, en

      =C3=BC
      two
      --b
      Content-Type: message/rfc822
      Content-Description: =?utf-8?Q?=C3=BC?=

      Subject: inner

      one
      two
      --b
      Content-Type: image/png; name*=utf-8''%C3%BC.png
      Content-Transfer-Encoding: base64
      Content-ID: <p@x>
      Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
      Content-Location: http://x.example/p.png
      Content-Disposition: inline; filename="p.png"; size=3

      QUJD
      --b--
      """;

  private static final MailView VIEW =
      new MailParser(MimeLimits.DEFAULT).parse(MAIL.getBytes(UTF_8)).view();

  private static String line(BodyPart part) {
    return part.n()
        + " "
        + part.depth()
        + " "
        + part.type().value()
        + part.type().parameters()
        + " "
        + part.disposition().value()
        + part.disposition().parameters()
        + " "
        + part.encoding()
        + " "
        + part.octets()
        + " "
        + part.lines();
  }

  @Test
  void tellsTheEntitiesAndTheirSizes() {
    assertThat(VIEW.structure().stream().map(StructureTest::line).collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            0 0 multipart/mixed{boundary=b, charset=utf-8} {} 7bit -1 -1
            1 1 text/plain{charset=utf-8, format=flowed} {} quoted-printable 10 2
            2 1 message/rfc822{} {} 7bit 23 4
            3 2 text/plain{} {} 7bit 7 2
            4 1 image/png{name=ü.png} inline{filename=p.png, size=3} base64 4 1""");
  }

  @Test
  void tellsFurtherFields() {
    assertThat(VIEW.structure().get(4).fields())
        .isEqualTo(
            new BodyPart.Fields(
                "<p@x>", "", "Q2hlY2sgSW50ZWdyaXR5IQ==", "", "http://x.example/p.png"));
    assertThat(VIEW.structure().get(1).fields().language()).isEqualTo("de, en");
    assertThat(VIEW.structure().get(2).fields().description()).isEqualTo("ü");
  }

  @Test
  void isStoredWithTheView() {
    assertThat(MailView.decode(VIEW.encode())).isEqualTo(VIEW);
    assertThat(VIEW.envelope().bcc()).containsExactly(new Mailbox("Cy", "cy@x.example"));
  }
}
