package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** What RFC 2047, 2231 and 5322 let be written oddly in a header, and what programs write. */
class OddHeadersTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private static ParsedMail parse(String head, String field, String end) {
    ByteArrayOutputStream mail = new ByteArrayOutputStream();
    mail.writeBytes(head.getBytes(UTF_8));
    mail.writeBytes(Octets.of(field));
    mail.writeBytes(end.getBytes(UTF_8));
    return PARSER.parse(mail.toByteArray());
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "words.txt", delimiter = '|', quoteCharacter = '\u0001')
  void readsEncodedWords(String what, String field, String shown) {
    ParsedMail mail = parse("Subject: ", field, "\nTo: b@x.example\n\nx\n");

    assertThat(mail.envelope().subject()).isEqualTo(shown);
    assertThat(mail.view().text()).isEqualTo("x");
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "parameters.txt", delimiter = '|', quoteCharacter = '\u0001')
  void readsParameters(String what, String field, String name) {
    String type = what.startsWith("name in the content type") ? "; name=type.pdf" : "";
    ParsedMail mail =
        parse(
            "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n"
                + "Content-Type: application/pdf"
                + type
                + "\nContent-Disposition: ",
            field,
            "\n\n%PDF\n--b--\n");

    assertThat(mail.view().attachments()).singleElement().extracting("name").isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "Subject: a\\0b\\nFrom: a@x.example\\n\\nx        | ab      | a@x.example | x",
        "Subj\\0ect: a\\nFrom: a@x.example\\n\\nx         | none    | a@x.example | x",
        "Subject: a\\rFrom: a@x.example\\r\\rx            | a       | a@x.example | x",
        "Subject: a\\r\\nFrom: a@x.example\\r\\n\\r\\nx   | a       | a@x.example | x",
        "Subject: a\\r b\\nFrom: a@x.example\\n\\nx       | a b     | a@x.example | x",
        "Subject: a\\rb\\nFrom: a@x.example\\n\\nx        | a b     | a@x.example | x",
        "Subject: a\\r\\r\\nFrom: a@x.example\\r\\r\\n\\r\\r\\nx | a | a@x.example | x",
        "Subject : a\\nFrom : a@x.example\\n\\nx          | a       | a@x.example | x",
        "Subject:a\\nFrom:a@x.example\\n\\nx              | a       | a@x.example | x",
        "SUBJECT: a\\nFROM: a@x.example\\n\\nx            | a       | a@x.example | x",
        "Subject:\\n a\\nFrom:\\n\\ta@x.example\\n\\nx    | a       | a@x.example | x",
        "Subject: a\\nno field here\\nFrom: a@x.example\\n\\nx | a  | a@x.example | x",
        "Subject: a\\nFrom: a@x.example\\nno field here\\n\\nx | a  | a@x.example | no field here\\nx",
        "Subject: a\\nFrom: a@x.example\\n \\nx           | a       | a@x.example | x",
        "\\xef\\xbb\\xbfSubject: a\\nFrom: a@x.example\\n\\nx | a   | a@x.example | x",
        "\\n\\nSubject: a\\nFrom: a@x.example\\n\\nx      | a       | a@x.example | x",
        "Subject: a\\nSubject: b\\nFrom: a@x.example\\n\\nx | a     | a@x.example | x",
        "Subject: a\\nFrom: a@x.example                   | a       | a@x.example | ",
        "Subject: a\\nFrom: a@x.example\\n\\nx\\0y        | a       | a@x.example | xy",
      })
  void readsAHeader(String raw, String subject, String from, String text) {
    ParsedMail mail = PARSER.parse(Octets.of(raw));

    assertThat(mail.envelope().subject()).isEqualTo(subject.equals("none") ? "" : subject);
    assertThat(mail.envelope().from()).containsExactly(new Mailbox("", from));
    assertThat(mail.view().text()).isEqualTo(Octets.text(text == null ? "" : text));
  }
}
