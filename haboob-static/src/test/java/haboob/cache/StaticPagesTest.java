package haboob.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Responses to all kinds of requests. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StaticPagesTest {
  @TempDir Path top;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(top.resolve("root"));
  }

  @Test
  void servesAFileWithItsTypeAndValidators() throws Exception {
    Files.writeString(root.resolve("a.html"), "<p>héllo");
    try (Pages pages = new Pages(root)) {
      HttpResponse response = pages.get("/a.html");

      assertThat(response.status()).isEqualTo(200);
      assertThat(RecordingExchange.text(response)).isEqualTo("<p>héllo");
      assertThat(response.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
      assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(response.header("Cache-Control")).isEqualTo("public, max-age=60");
      assertThat(response.header("ETag")).matches("\"[0-9a-f-]+\"");
      assertThat(response.header("Last-Modified")).endsWith(" GMT");
    }
  }

  @Test
  void servesAnEmptyFile() throws Exception {
    Files.createFile(root.resolve("empty.txt"));
    try (Pages pages = new Pages(root)) {
      for (int i = 0; i < 2; i++) {
        HttpResponse response = pages.get("/empty.txt");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.bodyLength()).isZero();
        assertThat(response.header("ETag")).isNotNull();
      }
      assertThat(pages.pages.statistics().hits()).isEqualTo(1);
    }
  }

  @Test
  void answersHeadLikeGet() throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    try (Pages pages = new Pages(root)) {
      HttpResponse head = pages.send(HttpRequest.of("HEAD", "/a.txt")).answer();

      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("ETag")).isEqualTo(pages.get("/a.txt").header("ETag"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "options", "TRACE", "get", "PROPFIND"})
  void refusesOtherMethods(String method) throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    try (Pages pages = new Pages(root)) {
      HttpResponse response = pages.send(HttpRequest.of(method, "/a.txt")).answer();

      assertThat(response.status()).isEqualTo(405);
      assertThat(response.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
  }

  @Test
  void tellsWhatCanBeAskedOfAPage() throws Exception {
    try (Pages pages = new Pages(root)) {
      HttpResponse response = pages.send(HttpRequest.of("OPTIONS", "/a.txt")).answer();
      assertThat(response.status()).isEqualTo(204);
      assertThat(response.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
  }

  @Test
  void servesNoPipe() throws Exception {
    Path pipe = root.resolve("pipe");
    try {
      Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      Assumptions.abort("skipped: no mkfifo here");
    }
    try (Pages pages = new Pages(root)) {
      assertThat(pages.get("/pipe").status()).isEqualTo(404);
    }
  }

  @Test
  void answers304ToWhoHasThePage() throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    try (Pages pages = new Pages(root)) {
      HttpResponse first = pages.get("/a.txt");
      HttpRequest again = HttpRequest.of("GET", "/a.txt");

      for (HttpRequest request :
          new HttpRequest[] {
            again.withHeader("If-None-Match", first.header("ETag")),
            again.withHeader("If-Modified-Since", first.header("Last-Modified"))
          }) {
        HttpResponse response = pages.send(request).answer();
        assertThat(response.status()).isEqualTo(304);
        assertThat(response.bodyLength()).isZero();
        assertThat(response.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(response.header("Cache-Control")).isEqualTo("public, max-age=60");
      }
      HttpRequest other = again.withHeader("If-None-Match", "\"other\"");
      assertThat(pages.send(other).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void letsOnlyAnAddressWithTheRightVersionBeKeptForGood() throws Exception {
    Files.writeString(root.resolve("app.css"), "p { color: red }");
    try (Pages pages = new Pages(root)) {
      pages.get("/app.css"); // a page without a hash is in memory
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest("p { color: red }".getBytes(UTF_8));
      String hash = HexFormat.of().formatHex(digest).substring(0, 32);

      assertThat(cacheControl(pages, "/app.css?v=" + hash.substring(0, 12)))
          .isEqualTo("public, max-age=31536000, immutable");
      assertThat(cacheControl(pages, "/app.css?v=" + hash))
          .isEqualTo("public, max-age=31536000, immutable");
      for (String other : new String[] {"", hash.substring(0, 7), "0".repeat(12), hash + "00"}) {
        assertThat(cacheControl(pages, "/app.css?v=" + other)).isEqualTo("public, max-age=60");
      }
      HttpRequest conditional =
          HttpRequest.of("GET", "/app.css?v=" + hash).withHeader("If-None-Match", "*");
      HttpResponse unchanged = pages.send(conditional).answer();
      assertThat(unchanged.status()).isEqualTo(304);
      assertThat(unchanged.header("Cache-Control")).contains("immutable");
    }
  }

  private static String cacheControl(Pages pages, String target) {
    return pages.get(target).header("Cache-Control");
  }

  @Test
  void servesTheWelcomeFileOfADirectory() throws Exception {
    Files.writeString(root.resolve("index.html"), "top");
    Files.writeString(Files.createDirectory(root.resolve("sub")).resolve("index.html"), "sub");
    Files.createDirectory(root.resolve("bare"));
    try (Pages pages = new Pages(root)) {
      assertThat(pages.text("/")).isEqualTo("top");
      assertThat(pages.text("/sub/")).isEqualTo("sub");
      assertThat(pages.get("/sub/").header("Content-Type")).startsWith("text/html");
      assertThat(pages.get("/bare/").status()).isEqualTo(404);
      assertThat(pages.get("/index.html/").status()).isEqualTo(404);
    }
    try (Pages pages = new Pages(StaticConfig.of(root).withWelcomeFile(""))) {
      assertThat(pages.get("/").status()).isEqualTo(404);
      assertThat(pages.get("/sub/").status()).isEqualTo(404);
    }
  }

  @Test
  void sendsADirectoryWithoutItsSlashToWhereItIs() throws Exception {
    Files.createDirectory(root.resolve("a b"));
    Files.createDirectory(root.resolve("index.html"));
    try (Pages pages = new Pages(root)) {
      HttpResponse response = pages.get("/a%20b?x=1");

      assertThat(response.status()).isEqualTo(301);
      assertThat(response.header("Location")).isEqualTo("./a%20b/?x=1");
      assertThat(pages.get("/").status()).as("a welcome file that is a directory").isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.txt",
        "a/../../secret.txt",
        "..",
        ".",
        ".hidden",
        ".git/config",
        "/secret.txt",
        "..\\secret.txt",
        "a.txt\0.html",
        "a.txt/",
        "a.txt/..",
        "a.txt/x",
        "nul",
        "CON.txt",
        "a.txt::$DATA",
        "a.txt.",
        "%2e%2e/secret.txt",
        "none"
      })
  void servesNothingByThisName(String path) throws Exception {
    Files.writeString(top.resolve("secret.txt"), "secret");
    Files.writeString(root.resolve("a.txt"), "public");
    Files.writeString(root.resolve(".hidden"), "secret");
    Files.writeString(Files.createDirectory(root.resolve(".git")).resolve("config"), "secret");
    try (Pages pages = new Pages(root)) {
      HttpResponse response = pages.ask(path);

      assertThat(response.status()).isEqualTo(404);
      assertThat(RecordingExchange.text(response)).doesNotContain("secret");
    }
  }

  @Test
  void servesNothingThatALinkPutsOutsideOrThatIsHidden() throws Exception {
    Files.writeString(top.resolve("secret.txt"), "secret");
    Files.writeString(root.resolve(".hidden"), "secret");
    Files.writeString(root.resolve("a.txt"), "public");
    try {
      Files.createSymbolicLink(root.resolve("out.txt"), top.resolve("secret.txt"));
      Files.createSymbolicLink(root.resolve("up"), top);
      Files.createSymbolicLink(root.resolve("shown.txt"), root.resolve(".hidden"));
      Files.createSymbolicLink(root.resolve("in.txt"), Path.of("a.txt"));
    } catch (IOException | UnsupportedOperationException e) {
      Assumptions.abort("skipped: no symbolic links here");
    }
    try (Pages pages = new Pages(root)) {
      assertThat(pages.get("/out.txt").status()).isEqualTo(404);
      assertThat(pages.get("/up/secret.txt").status()).isEqualTo(404);
      assertThat(pages.get("/shown.txt").status()).isEqualTo(404);
      assertThat(pages.text("/in.txt")).isEqualTo("public");
    }
  }

  @Test
  void servesFromInsideAJar() throws Exception {
    Path jar = top.resolve("assets.jar");
    String large = "large ".repeat(400_000);
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectory(zip.getPath("/web"));
      Files.writeString(zip.getPath("/web/index.html"), "from a jar");
      Files.writeString(zip.getPath("/web/large.txt"), large);
      Files.write(zip.getPath("/web/huge.bin"), new byte[(16 << 20) + 1]);
      Files.writeString(zip.getPath("/secret.txt"), "secret");
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Pages pages = new Pages(zip.getPath("/web"))) {
      assertThat(pages.text("/")).isEqualTo("from a jar");
      pages.clock.advance(Duration.ofSeconds(2));
      assertThat(pages.text("/index.html")).isEqualTo("from a jar");
      assertThat(pages.get("/none").status()).isEqualTo(404);
      assertThat(pages.ask("../secret.txt").status()).isEqualTo(404);
      assertThat(pages.text("/large.txt")).isEqualTo(large);
      assertThat(pages.pages.statistics().pages()).as("the large one is not kept").isEqualTo(1);
      assertThat(pages.get("/huge.bin").status()).as("too long for memory").isEqualTo(500);
    }
  }

  @Test
  void answers500ToAllThatWaitForAFileThatCanNotBeRead() throws Exception {
    Path jar = top.resolve("broken.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.writeString(zip.getPath("/a.txt"), "compressible ".repeat(1000));
      Files.writeString(zip.getPath("/whole.txt"), "whole");
    }
    byte[] bytes = Files.readAllBytes(jar);
    int data = 30 + "a.txt".length(); // a local header is 30 bytes and the name
    Arrays.fill(bytes, data, data + 20, (byte) 0xff);
    Files.write(jar, bytes);
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Pages pages = new Pages(zip.getPath("/"))) {
      pages.blockWorker();
      RecordingExchange first = pages.send(HttpRequest.of("GET", "/a.txt"));
      RecordingExchange second = pages.send(HttpRequest.of("GET", "/a.txt"), 1);
      Pages.await(() -> pages.seen() == 2);
      pages.releaseWorker();

      assertThat(first.answer().status()).isEqualTo(500);
      assertThat(second.answer().status()).isEqualTo(500);
      assertThat(first.answer().header("Cache-Control")).isEqualTo("no-store");
      assertThat(pages.text("/whole.txt")).isEqualTo("whole");
      assertThat(pages.get("/a.txt").status()).as("and is tried again").isEqualTo(500);
    }
  }

  @Test
  void servesFromARootThatIsGivenRelatively() throws Exception {
    Files.writeString(root.resolve("a.txt"), "relative");
    Path here = Path.of("").toAbsolutePath();
    StaticLimits limits = StaticLimits.defaults().withCache(64 << 10, 100);
    Files.write(root.resolve("long.bin"), new byte[101]);
    try (Pages pages = new Pages(StaticConfig.of(here.relativize(root)).withLimits(limits))) {
      assertThat(pages.text("/a.txt")).isEqualTo("relative");
      assertThat(pages.get("/long.bin").bodyLength()).isEqualTo(101);
      assertThat(pages.ask("../secret.txt").status()).isEqualTo(404);
    }
  }

  @Test
  void refusesARootThatIsNoDirectory() throws Exception {
    Path file = Files.writeString(top.resolve("file"), "x");

    assertThatThrownBy(() -> new Pages(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("static.root = " + file);
  }
}
