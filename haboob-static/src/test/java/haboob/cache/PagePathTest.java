package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.http.ContentTypes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagePathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../secret",
        "a/../../secret",
        "a/..",
        "./a",
        "a/./b",
        "...",
        "/etc/passwd",
        "//host/share",
        "a//b",
        "a/",
        ".git/config",
        "a/.htaccess",
        "..\\secret",
        "a\\..\\..\\secret",
        "C:/windows/win.ini",
        "C:secret",
        "page.html::$DATA",
        "page.html.",
        "page.html ",
        "a /b",
        "page\0.html",
        "page\n.html",
        "page\u007f.html",
        "con",
        "CON",
        "a/Nul.txt",
        "aux.tar.gz",
        "com1",
        "LPT9.log",
        "com\u00b9",
        "CONIN$",
        "conout$.txt",
        "prn .txt"
      })
  void namesNoPage(String path) {
    assertThat(PagePath.key(path, "")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "a.txt, a.txt",
    "a/b/c.css, a/b/c.css",
    "'', index.html",
    "a/, a/index.html",
    "with space.txt, with space.txt",
    "ünïcödé/日本.html, ünïcödé/日本.html",
    "%2e%2e/a, %2e%2e/a",
    "a..b, a..b",
    "console.js, console.js",
    "com10, com10",
    "nullable, nullable",
    "a~1, a~1"
  })
  void namesAPage(String path, String key) {
    assertThat(PagePath.key(path, "index.html")).isEqualTo(key);
  }

  @Test
  void refusesWhatIsTooLongForAFileSystem() {
    assertThat(PagePath.key("x".repeat(255), "")).isNotNull();
    assertThat(PagePath.key("x".repeat(256), "")).isNull();
    assertThat(PagePath.key("\u00e9".repeat(127), "")).isNotNull();
    assertThat(PagePath.key("\u00e9".repeat(128), "")).isNull();
    assertThat(PagePath.key("x/".repeat(600) + "x", "")).isNull();
  }

  @Test
  void judgesEachNameOfARealPath() {
    assertThat(PagePath.isVisible(Path.of("a", "b.txt"))).isTrue();
    assertThat(PagePath.isVisible(Path.of("a", ".b", "c.txt"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "a/b.HTML, text/html; charset=utf-8",
    "app.css, text/css; charset=utf-8",
    "app.js, text/javascript; charset=utf-8",
    "logo.svg, image/svg+xml; charset=utf-8",
    "a.png, image/png",
    "archive.tar.gz, application/gzip",
    "a.html/b, application/octet-stream",
    "a.exe, application/octet-stream",
    "README, application/octet-stream"
  })
  void theExtensionTellsTheContentType(String key, String type) {
    assertThat(ContentTypes.of(key)).isEqualTo(type);
  }
}
