package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpResponseTest {
  private final HttpResponse ok = HttpResponse.of(200);

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nSet-Cookie: x", "a\nb", "a\rb", "a\0b", "a\u007fb", "\u20ac"})
  void refusesAValueThatCouldBeginANewLineOrCannotBeSent(String value) {
    assertThatThrownBy(() -> ok.header("X", value)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "\u00e9", "(a)"})
  void refusesANameThatIsNotAToken(String name) {
    assertThatThrownBy(() -> ok.header(name, "x")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length", "content-length", "Transfer-Encoding", "Connection", "Date"})
  void refusesTheFieldsThatTheServerSets(String name) {
    assertThatThrownBy(() -> ok.header(name, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 199, 600})
  void refusesAStatusThatIsNotFinal(int status) {
    assertThatThrownBy(() -> HttpResponse.of(status))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(status));
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void refusesABodyWhereTheStatusForbidsIt(int status) {
    assertThatThrownBy(() -> HttpResponse.of(status).text("x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesASecondBody() {
    assertThatThrownBy(() -> ok.text("x").text("y")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void passesOnItsFieldsInOrder() {
    List<String> fields = new ArrayList<>();

    ok.header("Set-Cookie", "a=1")
        .header("X", "1")
        .header("Set-Cookie", "b=2")
        .forEachHeader((name, value) -> fields.add(name + ": " + value));

    assertThat(fields).containsExactly("Set-Cookie: a=1", "X: 1", "Set-Cookie: b=2");
  }

  @Test
  void isNotChangedByWhatIsMadeOfIt() {
    HttpResponse more = ok.header("X", "1").text("body");

    assertThat(ok.header("X")).isNull();
    assertThat(ok.bodyLength()).isZero();
    assertThat(more.header("x")).isEqualTo("1");
    assertThat(more.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(more.bodyLength()).isEqualTo(4);
  }

  @Test
  void handsOutItsBodyReadOnlyAndFromTheStartEachTime() {
    HttpResponse response = ok.body("a/b", ByteBuffer.wrap(Bytes.of("xabc"), 1, 3));

    ByteBuffer first = response.bodyBytes();
    first.get();
    assertThat(first.isReadOnly()).isTrue();
    assertThat(response.bodyBytes().remaining()).isEqualTo(3);
  }

  @Test
  void writesItsHeadOnce() {
    HttpResponse response = HttpResponse.of(404).header("X", "\u00e9").text("abc");

    assertThat(Bytes.latin1(response.head()).split("\r\n", -1))
        .containsExactly(
            "HTTP/1.1 404 Not Found",
            "X: \u00e9",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Length: 3",
            "");
    assertThat(response.head()).isSameAs(response.head());
  }
}
