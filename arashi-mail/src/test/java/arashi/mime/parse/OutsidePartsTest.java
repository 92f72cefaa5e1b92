package arashi.mime.parse;

import static arashi.mime.view.MailProblem.Kind.OUTSIDE_PARTS;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.view.MailProblem;
import arashi.mime.view.PartInfo;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Boundaries that are written oddly, and text that no part has. */
class OutsidePartsTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private static ParsedMail parse(String raw) {
    return PARSER.parse(raw.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        // what it is | boundary | body | text of the parts | files
        "as it should be | b | --b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "quoted | \"b\" | --b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "trailing blanks of a line | b | --b  \\n\\none\\n--b\\t\\nContent-Type: image/png\\n\\nx\\n--b-- \\n | one | 1",
        "trailing blank in the field | \"b \" | --b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "a blank within | \"b c\" | --b c\\n\\none\\n--b c\\nContent-Type: image/png\\n\\nx\\n--b c--\\n | one | 1",
        "CRLF | b | --b\\r\\n\\r\\none\\r\\n--b\\r\\nContent-Type: image/png\\r\\n\\r\\nx\\r\\n--b--\\r\\n | one | 1",
        "no final boundary | b | --b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n | one | 1",
        "cut after a boundary | b | --b\\n\\none\\n--b | one | 0",
        "cut within a part's header | b | --b\\n\\none\\n--b\\nContent-Type: image/png | one | 1",
        "no line before a boundary | b | --b\\n\\none\\n\\n--b\\nContent-Type: image/png\\n\\n\\n--b--\\n | one | 1",
        "no header in a part | b | --b\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "boundary with two hyphens | --b | ----b\\n\\none\\n----b\\nContent-Type: image/png\\n\\nx\\n----b--\\n | one | 1",
        "a longer line that begins like it | b | --b\\n\\none\\n--both of us\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one\\n--both of us | 1",
        "prefix of an inner boundary | b | --b\\nContent-Type: multipart/mixed; boundary=b2\\n\\n--b2\\n\\none\\n--b2\\nContent-Type: image/png\\n\\nx\\n--b2--\\n--b--\\n | one | 1",
        "inner boundary is a prefix | bb | --bb\\nContent-Type: multipart/mixed; boundary=b\\n\\n--b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n--bb--\\n | one | 1",
        "inner multipart not closed | b | --b\\nContent-Type: multipart/mixed; boundary=i\\n\\n--i\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "inner and outer boundary the same | b | --b\\nContent-Type: multipart/mixed; boundary=b\\n\\n--b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "encoding of the multipart | b\\nContent-Transfer-Encoding: base64 | --b\\n\\none\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one | 1",
        "encoding of the multipart, quoted-printable | b\\nContent-Transfer-Encoding: quoted-printable | --b\\n\\none=3D\\n--b\\nContent-Type: image/png\\n\\nx\\n--b--\\n | one=3D | 1",
        "only the closing boundary | b | one\\n--b--\\n | one | 0",
        "boundary that does not occur | z | --b\\n\\none\\n--b--\\n | --b\\n\\none\\n--b-- | 0",
        "boundary that does not occur, base64 | z\\nContent-Transfer-Encoding: base64 | b25l\\nIHR3bw==\\n | one two | 0",
        "boundary in other letters | B | --b\\n\\none\\n--b--\\n | --b\\n\\none\\n--b-- | 0",
      })
  void readsBoundaries(String what, String boundary, String body, String text, int files) {
    ParsedMail mail =
        PARSER.parse(
            Octets.of(
                "Subject: x\\nContent-Type: multipart/mixed; boundary="
                    + boundary
                    + "\\n\\n"
                    + body));

    assertThat(mail.view().text().strip()).isEqualTo(Octets.text(text));
    assertThat(mail.view().attachments()).hasSize(files);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        // what it is | before the parts | behind them | text shown behind that of the parts
        "notice for old readers | This is a multi-part message in MIME format.\\n | | ''",
        "notice of a program | This is a cryptographically signed message.\\n | | ''",
        "nothing but blanks | \\n \\n | \\n\\n | ''",
        "delimiters of others | --c\\n--c--\\n | --c--\\n--b--\\n | ''",
        "text before | Dear all, here are the files.\\n | | 'Dear all, here are the files.'",
        "footer behind | | Our list is at lists.example\\n | 'Our list is at lists.example'",
        "footer behind an empty line | | \\n-- \\nOur list\\n | '-- \\nOur list'",
        "octets behind | | Gr\\xfc\\xdfe\\n | 'Grüße'",
        "parts behind the end | | --b\\n\\nlate\\n--b--\\n | 'late'",
        "both | first\\n | last\\n | 'first\\n\\nlast'",
      })
  void showsTextThatNoPartHas(String what, String before, String behind, String shown) {
    String raw =
        "Subject: x\\nContent-Type: multipart/mixed; boundary=b\\n\\n"
            + (before == null ? "" : before)
            + "--b\\n\\none\\n--b--\\n"
            + (behind == null ? "" : behind);

    ParsedMail mail = PARSER.parse(Octets.of(raw));

    String outside = Octets.text(shown.substring(1, shown.length() - 1));
    assertThat(mail.view().text()).isEqualTo(outside.isEmpty() ? "one" : "one\n\n" + outside);
    assertThat(mail.problems().stream().map(MailProblem::kind).anyMatch(OUTSIDE_PARTS::equals))
        .isEqualTo(!outside.isEmpty());
  }

  @Test
  void showsAFooterBesideTheHtml() {
    ParsedMail mail =
        parse(
            """
            Subject: x
            Content-Type: multipart/alternative; boundary=b

            --b

            plain
            --b
            Content-Type: text/html

            <p>rich</p>
            --b--
            Our list is open.
            """);

    assertThat(mail.view().text()).isEqualTo("plain\n\nOur list is open.");
    assertThat(mail.view().html().orElseThrow()).contains("rich").contains("Our list is open.");
  }

  @Test
  void showsTextThatStandsInTheHeaderOfAFile() {
    ParsedMail mail =
        parse(
            """
            Subject: x
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: image/png
            a caption, as it seems
            --b--
            """);

    assertThat(mail.view().text().strip()).isEqualTo("a caption, as it seems");
  }

  @Test
  void namesAnAttachedMailAfterItsSubject() {
    ParsedMail mail =
        parse(
            """
            Subject: x
            Content-Type: multipart/mixed; boundary=b

            --b

            one
            --b
            Content-Type: message/rfc822

            Subject: =?utf-8?Q?Pl=C3=A4ne_1/2?=

            in
            --b
            Content-Type: message/rfc822; name=own.eml

            Subject: other

            in
            --b
            Content-Type: message/rfc822

            From: a@x.example

            in
            --b--
            """);

    assertThat(
            mail.view().attachments().stream()
                .map(PartInfo::fileName)
                .collect(Collectors.joining(", ")))
        .isEqualTo("Pläne 1_2.eml, own.eml, part-6.eml");
  }
}
