package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/a, /a",
    "/a/, /a/",
    "/a/b?c=d/../e, /a/b",
    "/a/./b, /a/b",
    "/a/../b, /b",
    "/a/b/.., /a/",
    "/a/.., /",
    "/a/., /a/",
    "/., /",
    "/%61%2E%2e, /a..",
    "/a/%2e%2E/b, /b",
    "/%C3%A9, /\u00e9",
    "/a%20b+c, /a b+c",
    "/a%2Fb, /a/b",
    "/a%252e, /a%2e",
    "//a//b, //a//b",
    "/..., /...",
    "/;x, /;x",
  })
  void resolvesAPath(String target, String path) {
    assertThat(HttpRequest.of("GET", target).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "../a",
        "/..",
        "/../a",
        "/a/../../b",
        "/%2e%2e/a",
        "/a/..%2f..%2f..%2fb",
        "/a%2f..",
        "/.%2f.",
        "/%00",
        "/a%0ab",
        "/%7f",
        "/%C2%85",
        "/a\\b",
        "/a%5cb",
        "/%",
        "/%4",
        "/%g1",
        "/%C3",
        "/%FF",
        "/%C0%AF",
        "/%ED%A0%80",
        "/a b",
        "/a\tb",
        "/\u00e9",
        "/a#b",
        "*",
        "?a",
        "http://",
        "http:///a",
        "http://u@h/",
        "http://h\\a/",
        "mailto:a@b",
        "h:80",
      })
  void refusesATargetThatIsMalformedOrTricks(String target) {
    assertThatThrownBy(() -> HttpRequest.of("GET", target))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsAnEncodedSlashInsideItsSegment() {
    assertThat(HttpRequest.of("GET", "/mail/a%2Fb/7").pathSegments())
        .containsExactly("mail", "a/b", "7");
    assertThat(HttpRequest.of("GET", "/").pathSegments()).isEmpty();
    assertThat(HttpRequest.of("GET", "/a/").pathSegments()).containsExactly("a", "");
  }

  @Test
  void takesTheAuthorityOfAnAbsoluteTarget() throws Exception {
    RequestTarget target = RequestTarget.parse("GET", "HTTPS://host:8443?q=1");

    assertThat(target.authority()).isEqualTo("host:8443");
    assertThat(target.path()).isEqualTo("/");
    assertThat(target.rawQuery()).isEqualTo("q=1");
  }

  @Test
  void readsQueriesAsBrowsersWriteThem() {
    HttpRequest request =
        HttpRequest.of("GET", "/?q=a+b%20c&x=1&x=2&&flag&e=&%C3%A9=%e2%82%ac&p=5%");

    assertThat(request.query("q")).isEqualTo("a b c");
    assertThat(request.query("x")).isEqualTo("1");
    assertThat(request.queryAll("x")).containsExactly("1", "2");
    assertThat(request.query("flag")).isEmpty();
    assertThat(request.query("e")).isEmpty();
    assertThat(request.query("\u00e9")).isEqualTo("\u20ac");
    assertThat(request.query("p")).isEqualTo("5%");
    assertThat(request.query("none")).isNull();
    assertThat(request.queryAll("none")).isEqualTo(List.of());
  }
}
