package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRequestTest {
  private final HttpRequest post = HttpRequest.of("POST", "/");

  @Test
  void findsHeadersInAnyCase() {
    HttpRequest request = post.withHeader("X-Thing", "1").withHeader("x-thing", "2");

    assertThat(request.header("X-THING")).isEqualTo("1");
    assertThat(request.headerAll("x-Thing")).containsExactly("1", "2");
    assertThat(request.header("X")).isNull();
    assertThat(post.header("X-Thing")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=1; b=2; id=x=y | x=y",
        "id=1;id=2 | 1",
        "id=\"q\" | q",
        "idx=1; id = 3 | 3",
        "Id=1; id= | ''",
      })
  void findsACookie(String header, String value) {
    assertThat(post.withHeader("Cookie", header).cookie("id")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "id", "idx=1", "x id=1", "=id"})
  void findsNoCookieWhereThereIsNone(String header) {
    assertThat(post.withHeader("Cookie", header).cookie("id")).isNull();
  }

  @Test
  void readsAForm() throws Exception {
    Form form = post.withForm("to=a%40b&text=1+%2B+1%0D%0A&uid=7&&uid=9&x").form();

    assertThat(form.first("to")).isEqualTo("a@b");
    assertThat(form.first("text")).isEqualTo("1 + 1\r\n");
    assertThat(form.all("uid")).containsExactly("7", "9");
    assertThat(form.first("x")).isEmpty();
    assertThat(form.first("none")).isNull();
    assertThat(form.all("none")).isEmpty();
    assertThat(form.fields().keySet()).containsExactly("to", "text", "uid", "x");
  }

  @Test
  void readsAnEmptyForm() throws Exception {
    assertThat(post.withForm("").form().fields()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "Application/X-WWW-Form-UrlEncoded ; Charset=\"UTF-8\"",
        "application/x-www-form-urlencoded; charset=utf-8; x=y",
        "application/x-www-form-urlencoded;;x=\"; charset=latin1\"",
        "application/x-www-form-urlencoded; xcharset=latin1",
      })
  void takesTheContentTypeOfAForm(String type) throws Exception {
    HttpRequest request = post.withHeader("Content-Type", type).withBody(Bytes.of("a=b"));

    assertThat(request.form().first("a")).isEqualTo("b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=latin1",
        "application/x-www-form-urlencoded; x=y; Charset=latin1",
        "application/x-www-form-urlencoded; charset=",
        "application/x-www-form-urlencoded; charset=\"utf-8",
        "application/x-www-form-urlencodedx",
      })
  void refusesOtherContentTypes(String type) {
    assertBadForm(415, post.withHeader("Content-Type", type).withBody(Bytes.of("a=b")));
  }

  @Test
  void refusesAFormWithoutContentType() {
    assertBadForm(415, post.withBody(Bytes.of("a=b")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%", "a=%4", "a=%zz", "%=a", "a=%FF", "a=%C3", "a=\u00e9"})
  void refusesAMalformedForm(String body) {
    assertBadForm(400, post.withForm("").withBody(Bytes.of(body)));
  }

  @Test
  void refusesAFormWithTooManyFields() {
    int most = HttpLimits.defaults().maxFormFields();

    assertBadForm(413, post.withForm("a&".repeat(most + 1)));
  }

  private static void assertBadForm(int status, HttpRequest request) {
    assertThatThrownBy(request::form)
        .isInstanceOfSatisfying(
            BadFormException.class, e -> assertThat(e.status()).isEqualTo(status));
  }
}
