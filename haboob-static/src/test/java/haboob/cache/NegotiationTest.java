package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** The choice of a page's coding, and of the host's directory. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NegotiationTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String LONG = "compressible ".repeat(1000);

  @TempDir Path root;

  private void write(String name, String content, int ageSeconds) throws IOException {
    Path file = Files.writeString(root.resolve(name), content);
    Instant time = Instant.parse("2026-01-01T00:00:00Z").minusSeconds(ageSeconds);
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private static HttpResponse get(Pages pages, String target, String accept) {
    return pages.send(HttpRequest.of("GET", target).withHeader("Accept-Encoding", accept)).answer();
  }

  private static String unzipped(HttpResponse response) throws IOException {
    byte[] bytes = new byte[response.bodyBytes().remaining()];
    response.bodyBytes().get(bytes);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, deflate, br, zstd | br | B",
        "gzip | gzip | GGG",
        "zstd | zstd | ZZ",
        "gzip, br;q=0.5 | gzip | GGG",
        "* | br | B",
        "br;q=0, * | zstd | ZZ",
        "identity | | plain",
        "deflate | | plain"
      })
  void sendsTheFileBesideThePageThatTheClientLikesBestAndIsShortest(
      String accept, String coding, String body) throws Exception {
    write("a.css", "plain", 0);
    write("a.css.gz", "GGG", 0);
    write("a.css.br", "B", 0);
    write("a.css.zst", "ZZ", 0);
    try (Pages pages = new Pages(root)) {
      for (int i = 0; i < 2; i++) { // as a miss and as a hit
        HttpResponse response = get(pages, "/a.css", accept);
        assertThat(RecordingExchange.text(response)).isEqualTo(body);
        assertThat(response.header("Content-Encoding")).isEqualTo(coding);
        assertThat(response.header("Content-Type")).isEqualTo("text/css; charset=utf-8");
        assertThat(response.header("Vary")).isEqualTo("Accept-Encoding");
      }
      assertThat(pages.pages.statistics().misses()).isEqualTo(1);
      assertThat(pages.text("/a.css")).as("to who says nothing").isEqualTo("plain");
    }
  }

  @Test
  void eachCodingHasATagOfItsOwn() throws Exception {
    write("a.css", "plain", 0);
    write("a.css.gz", "GGG", 0);
    try (Pages pages = new Pages(root)) {
      String plain = pages.get("/a.css").header("ETag");
      String zipped = get(pages, "/a.css", "gzip").header("ETag");
      assertThat(zipped).isNotEqualTo(plain);

      HttpRequest again = HttpRequest.of("GET", "/a.css").withHeader("Accept-Encoding", "gzip");
      HttpResponse unchanged = pages.send(again.withHeader("If-None-Match", zipped)).answer();
      assertThat(unchanged.status()).isEqualTo(304);
      assertThat(unchanged.header("Vary")).isEqualTo("Accept-Encoding");
      assertThat(pages.send(again.withHeader("If-None-Match", plain)).answer().status())
          .isEqualTo(200);
      HttpResponse part = pages.send(again.withHeader("Range", "bytes=1-1")).answer();
      assertThat(part.header("Content-Range")).isEqualTo("bytes 1-1/3");
      assertThat(part.header("Content-Encoding")).isEqualTo("gzip");
    }
  }

  @Test
  void compressesTextOnceIfNobodyDidBefore() throws Exception {
    write("a.html", LONG, 0);
    write("short.html", "short", 0);
    write("a.png", LONG, 0);
    try (Pages pages = new Pages(root)) {
      HttpResponse response = get(pages, "/a.html", "br, gzip");
      assertThat(response.header("Content-Encoding")).isEqualTo("gzip");
      assertThat(response.bodyLength()).isLessThan(LONG.length() / 10);
      assertThat(unzipped(response)).isEqualTo(LONG);
      assertThat(get(pages, "/a.html", "gzip")).as("the same bytes").isSameAs(response);

      pages.clock.advance(SECOND);
      assertThat(get(pages, "/a.html", "gzip")).as("unchanged on disk").isSameAs(response);
      for (String target : new String[] {"/short.html", "/a.png"}) {
        assertThat(get(pages, target, "gzip").header("Content-Encoding")).isNull();
      }
      assertThat(get(pages, "/a.png", "gzip").header("Vary")).isNull();
    }
  }

  @Test
  void seesFilesBesideThePageComeChangeAndGo() throws Exception {
    write("a.css", LONG, 100);
    try (Pages pages = new Pages(root)) {
      assertThat(unzipped(get(pages, "/a.css", "gzip"))).isEqualTo(LONG);

      write("a.css.gz", "first", 50);
      pages.clock.advance(SECOND);
      assertThat(RecordingExchange.text(get(pages, "/a.css", "gzip"))).isEqualTo("first");
      write("a.css.gz", "second", 40);
      pages.clock.advance(SECOND);
      assertThat(RecordingExchange.text(get(pages, "/a.css", "gzip"))).isEqualTo("second");

      write("a.css", "changed " + LONG, 30);
      pages.clock.advance(SECOND);
      assertThat(unzipped(get(pages, "/a.css", "gzip")))
          .as("what lies beside is older than the page")
          .isEqualTo("changed " + LONG);
      write("a.css.gz", "third", 30);
      pages.clock.advance(SECOND);
      assertThat(RecordingExchange.text(get(pages, "/a.css", "gzip"))).isEqualTo("third");
      Files.delete(root.resolve("a.css.gz"));
      pages.clock.advance(SECOND);
      assertThat(unzipped(get(pages, "/a.css", "gzip"))).isEqualTo("changed " + LONG);
    }
  }

  @Test
  void usesNoFileThatALinkPutsOutside() throws Exception {
    Path inside = Files.createDirectory(root.resolve("inside"));
    Files.writeString(inside.resolve("a.css"), "plain");
    Files.writeString(root.resolve("secret"), "secret");
    try {
      Files.createSymbolicLink(inside.resolve("a.css.gz"), root.resolve("secret"));
    } catch (UnsupportedOperationException e) {
      Assumptions.abort("skipped: no symbolic links here");
    }
    try (Pages pages = new Pages(inside)) {
      HttpResponse response = get(pages, "/a.css", "gzip");
      assertThat(RecordingExchange.text(response)).isEqualTo("plain");
      assertThat(response.header("Content-Encoding")).isNull();
    }
  }

  @Test
  void servesEachHostItsDirectory() throws Exception {
    Path one = Files.createDirectory(root.resolve("one"));
    Path two = Files.createDirectory(root.resolve("two"));
    Path others = Files.createDirectory(root.resolve("others"));
    Files.writeString(one.resolve("a.txt"), "one");
    Files.writeString(two.resolve("a.txt"), "two");
    Files.writeString(others.resolve("a.txt"), "others");
    Files.writeString(others.resolve("b.txt"), "others");
    StaticConfig config = StaticConfig.of(others).withHosts(Map.of("one.test", one, "[::1]", two));
    try (Pages pages = new Pages(config)) {
      for (int i = 0; i < 2; i++) { // as misses and as hits
        assertThat(host(pages, "one.test")).isEqualTo("one");
        assertThat(host(pages, "ONE.test.:8080")).isEqualTo("one");
        assertThat(host(pages, "[::1]:80")).isEqualTo("two");
        assertThat(host(pages, "two.test")).isEqualTo("others");
        assertThat(pages.text("/a.txt")).isEqualTo("others");
      }
      assertThat(pages.pages.statistics().pages()).isEqualTo(3);
      HttpRequest elsewhere = HttpRequest.of("GET", "/b.txt").withHeader("Host", "one.test");
      assertThat(pages.send(elsewhere).answer().status()).isEqualTo(404);
      assertThat(pages.ask("one.test:a.txt").status()).isEqualTo(404);
    }
  }

  private static String host(Pages pages, String host) {
    HttpRequest request = HttpRequest.of("GET", "/a.txt").withHeader("Host", host);
    return RecordingExchange.text(pages.send(request).answer());
  }
}
