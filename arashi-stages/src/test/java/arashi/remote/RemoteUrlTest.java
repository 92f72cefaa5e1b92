package arashi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteUrlTest {

  private static String read(String text) {
    return RemoteUrl.parse(text).map(RemoteUrl::toString).orElse("none");
  }

  @ParameterizedTest
  @CsvSource({
    "https://shop.example/a.png, https://shop.example/a.png",
    "HTTP://Shop.EXAMPLE, http://shop.example/",
    "https://shop.example:443/a, https://shop.example/a",
    "http://shop.example:8080/a, http://shop.example:8080/a",
    "https://shop.example./a, https://shop.example/a",
    "https://shop.example?x=1, https://shop.example/?x=1",
    "https://shop.example/a#part, https://shop.example/a",
    "https:\\\\shop.example\\a, https://shop.example/a",
    "https:///shop.example/a, https://shop.example/a",
    "https://a_b.shop.example/, https://a_b.shop.example/",
    "https://bücher.example/ü, https://xn--bcher-kva.example/%C3%BC",
    "https://shop.example/a b?c d, https://shop.example/a%20b?c%20d",
    "https://shop.example/%41%zz, https://shop.example/%41%zz",
    "https://shop.example/a/../../b/./c, https://shop.example/b/c",
    "https://shop.example/a/%2e%2E/b, https://shop.example/b",
    "https://shop.example/a/.., https://shop.example/",
    "https://8.8.8.8/a, https://8.8.8.8/a",
    "'https://[2606:4700::1111]:443/a', 'https://[2606:4700::1111]/a'",
    "'https://[::1]:81/a', 'https://[::1]:81/a'"
  })
  void readsAsBrowsersDo(String text, String expected) {
    assertThat(read(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "shop.example/a",
        "/a",
        "//shop.example/a",
        "ftp://shop.example/a",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https:shop.example",
        "https:/shop.example",
        "https://",
        "https://:443/",
        "https://user@shop.example/",
        "https://user:secret@shop.example/",
        "https://shop.example:0/",
        "https://shop.example:65536/",
        "https://shop.example:99999999999/",
        "https://shop.example:+80/",
        "https://shop.example:80:80/",
        "https://sh%6fp.example/",
        "https://shop example/",
        "https://shop..example/",
        "https://2130706433/",
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://127.0.0.1.5/",
        "https://256.1.1.1/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://[shop.example]/",
        "https://[127.0.0.1]/"
      })
  void refusesAllElse(String text) {
    assertThat(read(text)).isEqualTo("none");
  }

  @Test
  void writesNothingThatEndsALineOfARequest() {
    assertThat(read(" \u0000https://shop.example/a\r\nHost: b\t\u0001c\u007f "))
        .isEqualTo("https://shop.example/aHost:%20b%01c%7F");
    assertThat(read("https://shop.example\r\n.evil.example/"))
        .isEqualTo("https://shop.example.evil.example/");
  }

  @Test
  void refusesWhatIsTooLong() {
    String most = "https://shop.example/" + "a".repeat(RemoteUrl.MAX_CHARS - 21);

    assertThat(read(most)).isEqualTo(most);
    assertThat(read(most + "a")).isEqualTo("none");
    assertThat(read("https://shop.example/" + "\u00fc".repeat(1_500))).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "https://other.example/x, https://other.example/x",
    "//other.example/x, https://other.example/x",
    "/x, https://shop.example:8443/x",
    "x?y, https://shop.example:8443/a/x?y",
    "../x, https://shop.example:8443/x",
    "?y, https://shop.example:8443/a/b?y",
    "'', https://shop.example:8443/a/b?c",
    "'#d', https://shop.example:8443/a/b?c",
    "ftp://other.example/, none",
    "http://user@other.example/, none",
    "data:image/png;base64;AAAA, none"
  })
  void followsARedirect(String location, String expected) {
    RemoteUrl url = RemoteUrl.parse("https://shop.example:8443/a/b?c").orElseThrow();

    assertThat(url.resolve(location).map(RemoteUrl::toString).orElse("none")).isEqualTo(expected);
  }

  @Test
  void namesTheHostAsItsFieldHasIt() {
    assertThat(RemoteUrl.parse("http://shop.example:81/").orElseThrow().authority())
        .isEqualTo("shop.example:81");
    assertThat(RemoteUrl.parse("https://[::1]/").orElseThrow().authority()).isEqualTo("[::1]");
  }
}
