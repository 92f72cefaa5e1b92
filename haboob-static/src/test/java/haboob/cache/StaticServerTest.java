package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import haboob.RawClient;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.StageSnapshot;

/** The complete path, over sockets. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StaticServerTest {
  private static final int LONG = 64 << 20; // exceeds the system's buffers

  @TempDir Path top;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(top.resolve("root"));
  }

  @Test
  void servesOneConnectionRequestByRequest() throws Exception {
    Files.writeString(root.resolve("index.html"), "<p>welcome");
    Files.createFile(root.resolve("empty.txt"));
    Files.createDirectory(root.resolve("sub"));
    try (TestServer server = new TestServer(StaticConfig.of(root));
        RawClient client = server.connect()) {
      RawClient.Response page = client.get("/");
      assertThat(page.text()).isEqualTo("<p>welcome");
      assertThat(page.fields())
          .containsEntry("Content-Type", "text/html; charset=utf-8")
          .containsEntry("X-Content-Type-Options", "nosniff");

      RawClient.Response head = client.send("HEAD", "/index.html", "").head();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.fields())
          .containsEntry("Content-Length", "10")
          .containsEntry("ETag", page.fields().get("ETag"));

      String condition = "If-None-Match: " + page.fields().get("ETag") + "\r\n";
      assertThat(client.send("GET", "/", condition).response().status()).isEqualTo(304);
      assertThat(client.send("HEAD", "/", condition).head().status()).isEqualTo(304);

      RawClient.Response empty = client.get("/empty.txt");
      assertThat(empty.status()).isEqualTo(200);
      assertThat(empty.bytes()).isEmpty();

      assertThat(client.get("/sub").fields()).containsEntry("Location", "./sub/");
      assertThat(client.get("/none").status()).isEqualTo(404);
      RawClient.Response refused = client.send("PUT", "/", "Content-Length: 0\r\n").response();
      assertThat(refused.status()).isEqualTo(405);
      assertThat(refused.fields()).containsEntry("Allow", "GET, HEAD, OPTIONS");
      assertThat(client.get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void answersPipelinedRequestsInTheirOrderThoughMissesAreSlowerThanHits() throws Exception {
    for (int i = 0; i < 12; i++) {
      Files.writeString(root.resolve(i + ".txt"), "page " + i);
    }
    try (TestServer server = new TestServer(StaticConfig.of(root));
        RawClient client = server.connect()) {
      client.get("/0.txt");
      for (int i = 0; i < 12; i++) {
        client.send("GET", "/" + i + ".txt", "").send("GET", "/0.txt", "");
      }
      for (int i = 0; i < 12; i++) {
        assertThat(client.response().text()).isEqualTo("page " + i);
        assertThat(client.response().text()).isEqualTo("page 0");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret.txt",
        "/a/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2E%2E%2Fsecret.txt",
        "/..%2fsecret.txt",
        "/a/..%2f..%2fsecret.txt",
        "/%252e%252e/secret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/%c0%ae%c0%ae/secret.txt",
        "/%uff0e%uff0e/secret.txt",
        "/.%00./secret.txt",
        "/a.txt%00.html",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/file:///etc/passwd",
        "/.hidden",
        "/%2ehidden",
        "/a/.hidden",
        "/CON",
        "/aux.txt",
        "/C:/secret.txt",
        "/a.txt::$DATA",
        "/a.txt/",
        "/a.txt.",
        "/a.txt%20",
        "/out/secret.txt",
        "http://test/../secret.txt"
      })
  void servesNothingForThisTarget(String target) throws Exception {
    Files.writeString(top.resolve("secret.txt"), "secret");
    Files.writeString(root.resolve(".hidden"), "secret");
    Files.writeString(root.resolve("a.txt"), "public");
    try {
      Files.createSymbolicLink(root.resolve("out"), top);
    } catch (IOException | UnsupportedOperationException e) {
      Assumptions.assumeFalse(target.startsWith("/out"), "skipped: no symbolic links here");
    }
    try (TestServer server = new TestServer(StaticConfig.of(root));
        RawClient client = server.connect()) {
      RawClient.Response response = client.get(target);

      assertThat(response.status()).isIn(400, 404);
      assertThat(response.text()).doesNotContain("secret", "root:");
    }
  }

  @Test
  void sendsALongFileByteForByteAndLeavesNothingOpen() throws Exception {
    byte[] content = new byte[5 << 20];
    new Random(7).nextBytes(content);
    Path file = Files.write(root.resolve("long.bin"), content);
    try (TestServer server = new TestServer(StaticConfig.of(root))) {
      try (RawClient client = server.connect()) {
        RawClient.Response first = client.get("/long.bin");
        assertThat(first.bytes()).isEqualTo(content);
        assertThat(client.get("/long.bin").bytes()).isEqualTo(content);

        RawClient.Response head = client.send("HEAD", "/long.bin", "").head();
        assertThat(head.fields()).containsEntry("Content-Length", "" + content.length);
        String condition = "If-None-Match: " + first.fields().get("ETag") + "\r\n";
        assertThat(client.send("GET", "/long.bin", condition).response().status()).isEqualTo(304);
        client.send("GET", "/long.bin", "").head(); // and disconnects midway
      }
      server.http.close();
      assertThat(server.http.awaitDrained(Duration.ofSeconds(20))).isTrue();
    }
    assertThat(OpenFiles.list()).doesNotContain(file.toRealPath());
  }

  @Test
  void breaksOffAFileThatShrinksWhileItIsSentAndGoesOnServing() throws Exception {
    Files.writeString(root.resolve("a.txt"), "still here");
    Path file = longFile("long.bin");
    try (TestServer server = new TestServer(StaticConfig.of(root));
        RawClient client = server.connect()) {
      client.send("GET", "/long.bin", "").head();
      try (RandomAccessFile shrinking = new RandomAccessFile(file.toFile(), "rw")) {
        shrinking.setLength(0);
      }
      assertThatThrownBy(() -> expectAll(client)).isInstanceOf(IOException.class);
      try (RawClient other = server.connect()) {
        assertThat(other.get("/a.txt").text()).isEqualTo("still here");
      }
    }
  }

  @Test
  void sendsAFileThatIsReplacedMeanwhileAsItWas() throws Exception {
    Path file = longFile("long.bin");
    Path other = Files.writeString(root.resolve("other.bin"), "new");
    try (TestServer server =
            new TestServer(StaticConfig.of(root).withRevalidateAfter(Duration.ZERO));
        RawClient client = server.connect()) {
      client.send("GET", "/long.bin", "Connection: close\r\n").head();
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      expectAll(client);
      try (RawClient next = server.connect()) {
        assertThat(next.get("/long.bin").text()).isEqualTo("new");
      }
    }
  }

  private Path longFile(String name) throws IOException {
    Path file = root.resolve(name);
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(LONG);
    }
    return file;
  }

  private static void expectAll(RawClient client) throws IOException {
    long count = client.countRest();
    if (count != LONG) {
      throw new IOException(count + " bytes of " + LONG);
    }
  }

  @Test
  void servesFromInsideAJar() throws Exception {
    Path jar = top.resolve("assets.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectory(zip.getPath("/web"));
      Files.writeString(zip.getPath("/web/app.css"), "p { color: red }");
      Files.write(zip.getPath("/web/long.bin"), new byte[3 << 20]);
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        TestServer server = new TestServer(StaticConfig.of(zip.getPath("/web")));
        RawClient client = server.connect()) {
      assertThat(client.get("/app.css").text()).isEqualTo("p { color: red }");
      assertThat(client.get("/long.bin").bytes()).hasSize(3 << 20);
      assertThat(client.get("/none").status()).isEqualTo(404);
    }
  }

  @Test
  void givesEachOfManyClientsTheRightPageFromACacheThatIsTooSmall() throws Exception {
    int files = 50;
    int clients = 16;
    int requests = 100;
    for (int i = 0; i < files; i++) {
      Files.writeString(root.resolve(i + ".txt"), ("page " + i + "\n").repeat(1000));
    }
    StaticLimits limits = StaticLimits.defaults().withCache(128 << 10, 64 << 10);
    StaticConfig config =
        StaticConfig.of(root).withLimits(limits).withRevalidateAfter(Duration.ofMillis(1));
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try (TestServer server = new TestServer(config)) {
      List<Future<?>> results = new ArrayList<>();
      for (int c = 0; c < clients; c++) {
        Random random = new Random(c);
        results.add(
            threads.submit(
                () -> {
                  try (RawClient client = server.connect()) {
                    for (int r = 0; r < requests; r++) {
                      int i = (int) Math.abs(random.nextGaussian() * files / 4) % files;
                      assertThat(client.get("/" + i + ".txt").text())
                          .isEqualTo(("page " + i + "\n").repeat(1000));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
      StaticStatistics figures = server.pages.statistics();
      assertThat(figures.hits() + figures.misses() + figures.coalesced())
          .isEqualTo((long) clients * requests);
      assertThat(figures.misses()).isGreaterThan(files);
      for (StageSnapshot stage : server.graph.snapshot().stages()) {
        assertThat(stage.failed()).as(stage.stage()).isZero();
        assertThat(stage.shed()).as(stage.stage()).isZero();
      }
    } finally {
      threads.shutdown();
    }
  }
}
