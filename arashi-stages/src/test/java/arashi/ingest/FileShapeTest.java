package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.FileShape.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileShapeTest {
  private static FileShape of(String name, String content) {
    byte[] head = content.getBytes(StandardCharsets.ISO_8859_1);
    return FileShape.of(head, name, false);
  }

  private static String unescaped(String text) {
    return text.translateEscapes();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.eml    | Subject: x\\n\\ny                                   | ONE_MAIL",
        "a        | Received: from a\\n by b\\nSubject: x\\n\\ny        | ONE_MAIL",
        "a        | \\nSubject: x\\n\\ny                                | ONE_MAIL",
        "a.eml    | X-Odd: 1\\nnot a field\\nTo: b\\n\\ny               | ONE_MAIL",
        "a.txt    | Message-ID: <a@b>\\nSubject: x\\n\\ny               | ONE_MAIL",
        "a        | From a@b Tue Mar  5 10:00:00 2024\\nSubject: x\\n   | MBOX",
        "a.eml    | From a@b Tue Mar  5 10:00:00 2024\\nSubject: x\\n   | MBOX",
        "a.mbox   | Subject: x\\n\\ny                                   | MBOX",
        "1.emlx   | 12  \\nSubject: x\\n\\ny                            | EMLX",
        "a.zip    | PK\\3\\4xx                                          | ZIP",
        "a        | \\37\\213xx                                         | GZIP"
      })
  void readsMail(String name, String content, Kind kind) {
    assertThat(of(name, unescaped(content))).isEqualTo(new FileShape(kind, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.eml      | ''                                            | it is empty",
        "a.eml      | \\r\\n\\r\\n                                  | white space",
        "notes.txt  | Buy: tea\\n                                   | without a mail header",
        "notes.txt  | Subject: tea\\n\\nbuy                         | without a mail header",
        "plan.yaml  | from: 1\\nto: 2\\n                            | without a mail header",
        "a          | name: tea\\nsize: 2\\n                        | without a mail header",
        "a.ics      | BEGIN:VCALENDAR\\nVERSION:2.0                 | a calendar",
        "a.vcf      | BEGIN:VCARD\\nN:Eve                           | contacts",
        "a.json     | {\"from\": 1}                                 | without a mail header",
        "a.html     | <html><p>From: eve                            | a web page",
        "a.mht      | From: <Saved by B>\\nMIME-Version: 1.0        | saved web page",
        "a.eml      | \\211PNG\\r\\n\\32\\n                         | an image",
        "a.eml      | \\377\\330\\377\\340                          | an image",
        "a.mbox     | %PDF-1.7                                      | a PDF",
        "a.pst      | !BDN\\0\\0                                    | readpst",
        "a.msg      | \\320\\317\\21\\340\\241\\261                 | Outlook",
        "a.dbx      | \\317\\255\\22\\376                           | .dbx",
        "a          | \\1\\2\\3\\0\\0                               | binary",
        "a.eml      | \\377\\376F\\0r\\0o\\0m\\0                    | UTF-16",
        "a.eml      | just text\\n                                  | without a mail header"
      })
  void skipsFilesWithoutMailAndSaysWhy(String name, String content, String reason) {
    FileShape shape = of(name, unescaped(content));
    assertThat(shape.kind()).isEqualTo(Kind.NO_MAIL);
    assertThat(shape.reason()).contains(reason);
  }

  @Test
  void findsAMailBehindAByteOrderMark() {
    assertThat(of("a", "\u00ef\u00bb\u00bfSubject: x\n\ny").kind()).isEqualTo(Kind.ONE_MAIL);
  }
}
