package arashi.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import arashi.web.ErrorPage.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.Form;
import seda.netio.http.HttpRequest;

class FormPartsTest {
  private final List<String> files = new ArrayList<>();
  private final List<byte[]> contents = new ArrayList<>();

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static HttpRequest request(byte[] body) {
    return HttpRequest.of("POST", "/x")
        .withHeader("Content-Type", "multipart/form-data; boundary=cut")
        .withBody(body);
  }

  private static byte[] part(String disposition, String header, byte[] content) {
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    part.writeBytes(utf8("--cut\r\nContent-Disposition: form-data; " + disposition + "\r\n"));
    part.writeBytes(utf8(header + "\r\n"));
    part.writeBytes(content);
    part.writeBytes(utf8("\r\n"));
    return part.toByteArray();
  }

  private static byte[] whole(byte[]... parts) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      body.writeBytes(part);
    }
    body.writeBytes(utf8("--cut--\r\n"));
    return body.toByteArray();
  }

  private Form read(byte[] body) throws RequestProblem {
    return FormParts.read(
        request(body),
        (field, name, type, content) -> {
          files.add(field + " " + name + " " + type);
          contents.add(content.readAllBytes());
          return true;
        });
  }

  @Test
  void readsFieldsAndFilesInTheirOrder() throws RequestProblem {
    Form form =
        read(
            whole(
                part("name=\"text\"", "", utf8("Zwei\r\nZeilen: ä")),
                part("name=\"a\"", "", utf8("1")),
                part("name=\"a\"", "", utf8("")),
                part(
                    "name=\"f\"; filename=\"C:\\fakepath\\größe %22x%22.png\"",
                    "Content-Type: image/png\r\n", utf8("png"))));

    assertThat(form.first("text")).isEqualTo("Zwei\r\nZeilen: ä");
    assertThat(form.all("a")).containsExactly("1", "");
    assertThat(files).containsExactly("f größe \"x\".png image/png");
    assertThat(contents.get(0)).isEqualTo(utf8("png"));
  }

  @ParameterizedTest
  @CsvSource({
    "C:\\Users\\ada\\x.png, x.png",
    "\\\\server\\share\\x.png, x.png",
    "folder/x.png, x.png",
    "a\\b  c.png, a\\b  c.png",
  })
  void fileNamesLoseTheirFoldersOnly(String sent, String name) throws RequestProblem {
    read(whole(part("name=\"f\"; filename=\"" + sent + "\"", "Content-Type: a/b\r\n", utf8("x"))));
    assertThat(files).containsExactly("f " + name + " a/b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/octet-stream",
        "message/rfc822",
        "multipart/mixed; boundary=inner",
        "text/plain\r\nContent-Transfer-Encoding: base64"
      })
  void keepsEveryByteOfAFileOfAnyType(String type) throws RequestProblem {
    byte[] random = new byte[100_000];
    new Random(1).nextBytes(random);
    byte[] lines = utf8("\r\n\n\r--cu\r\n--inner\r\n\r\nSubject: x\r\n\r\n--inner--\r\n\r");

    read(
        whole(
            part("name=\"f\"; filename=\"a\"", "Content-Type: " + type + "\r\n", random),
            part("name=\"f\"; filename=\"b\"", "Content-Type: " + type + "\r\n", lines),
            part("name=\"f\"; filename=\"c\"", "", new byte[0])));

    assertThat(contents).hasSize(3);
    assertThat(contents.get(0)).isEqualTo(random);
    assertThat(contents.get(1)).isEqualTo(lines);
    assertThat(contents.get(2)).isEmpty();
  }

  @Test
  void readsNoFurtherThanTheFirstFileForItsFields() throws RequestProblem {
    Form form =
        FormParts.fields(
            request(
                whole(
                    part("name=\"csrf\"", "", utf8("t")),
                    part("name=\"f\"; filename=\"\"", "", new byte[0]),
                    part("name=\"b\"", "", utf8("x")),
                    part("name=\"f\"; filename=\"a\"", "", utf8("content")),
                    part("name=\"late\"", "", utf8("y")))));

    assertThat(form.first("csrf")).isEqualTo("t");
    assertThat(form.first("b")).as("behind a file that was not chosen").isEqualTo("x");
    assertThat(form.first("late")).isNull();
  }

  @Test
  void refusesTooManyPartsAndFieldsThatAreTooLarge() {
    byte[] small = part("name=\"a\"", "", utf8("x"));
    byte[][] many = new byte[1_001][];
    Arrays.fill(many, small);

    assertProblem(whole(many), Problem.TOO_LARGE);
    assertProblem(whole(part("name=\"a\"", "", new byte[(1 << 20) + 1])), Problem.TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "--cut\r\n\r\nno name\r\n--cut--\r\n",
        "--other\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--other--\r\n"
      })
  void refusesABodyThatIsNotAForm(String body) {
    assertProblem(utf8(body), Problem.BAD_REQUEST);
  }

  @Test
  void refusesAHeaderWithoutEnd() {
    String header = "X: " + "y".repeat(20_000) + "\r\n";
    assertProblem(whole(part("name=\"a\"", header, utf8("x"))), Problem.BAD_REQUEST);
  }

  private void assertProblem(byte[] body, Problem problem) {
    assertThatExceptionOfType(RequestProblem.class)
        .isThrownBy(() -> read(body))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
  }
}
