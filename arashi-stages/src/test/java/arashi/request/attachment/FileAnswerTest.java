package arashi.request.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.view.PartInfo;
import arashi.request.attachment.FileAnswer.Disposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileAnswerTest {
  private static PartInfo part(String type, String name) {
    return new PartInfo(2, 1, type, "", name, 10, "", "", false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/html", "image/svg+xml", "text/xml", "application/xhtml+xml", "text/plain"})
  void neverLetsABrowserShowADocument(String type) {
    FileAnswer answer = FileAnswer.part(part(type, "a.html"), Disposition.INLINE_IF_SAFE);
    assertThat(answer.contentType()).isEqualTo("application/octet-stream");
    assertThat(answer.disposition()).startsWith("attachment");
  }

  @Test
  void showsAnImageThatHoldsNoScript() {
    FileAnswer answer = FileAnswer.part(part("image/png", "a.png"), Disposition.INLINE_IF_SAFE);
    assertThat(answer.contentType()).isEqualTo("image/png");
    assertThat(answer.disposition()).isEqualTo("inline");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          report.pdf        | report.pdf       | report.pdf
          Grüße.txt         | Gr__e.txt        | Gr%C3%BC%C3%9Fe.txt
          ../../etc/passwd  | .._.._etc_passwd | .._.._etc_passwd
          a"b;c.exe         | a_b_c.exe        | a_b_c.exe
          1 + 1 ~ 2*.txt    | 1 + 1 ~ 2_.txt   | 1%20%2B%201%20%7E%202_.txt
          ..                | file             | file
          """)
  void cleansNames(String name, String ascii, String encoded) {
    assertThat(FileAnswer.part(part("application/pdf", name), Disposition.DOWNLOAD).disposition())
        .isEqualTo("attachment; filename=\"" + ascii + "\"; filename*=UTF-8''" + encoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\r\nSet-Cookie: x", "a\u0000b", "invoice\u202efdp.exe", "a\ud800b", "a\u2028b"})
  void keepsNothingThatBreaksALineOrTurnsItRound(String name) {
    String disposition =
        FileAnswer.part(part("application/pdf", name), Disposition.DOWNLOAD).disposition();
    assertThat(disposition.chars()).allMatch(c -> c >= ' ' && c < 127);
    assertThat(disposition).doesNotContain("%0D", "%0A", "%00", "%E2%80%AE", "%E2%80%A8");
  }

  @Test
  void namesAPartThatHasNoName() {
    assertThat(FileAnswer.part(part("image/png", ""), Disposition.DOWNLOAD).disposition())
        .contains("\"part-2.png\"");
  }
}
