package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.RawClient;
import haboob.http.FileRepresentation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages in open files, over sockets. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenPagesTest {
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");
  private static final int LENGTH = 100_000;

  @TempDir Path root;
  private final Random random = new Random(1);

  private byte[] write(String name, int length) throws IOException {
    byte[] content = new byte[length];
    random.nextBytes(content);
    Path file = Files.write(root.resolve(name), content);
    Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    return content;
  }

  /** Returns a server that never revalidates a page. */
  private TestServer trusting() throws IOException {
    return new TestServer(StaticConfig.of(root).withRevalidateAfter(Duration.ofHours(1)));
  }

  @Test
  void sendsAFileThatIsOpenWithoutOpeningItAgain() throws Exception {
    byte[] content = write("a.bin", LENGTH);
    try (TestServer server = trusting();
        RawClient client = server.connect()) {
      assertThat(client.get("/a.bin").bytes()).isEqualTo(content);
      Files.delete(root.resolve("a.bin"));
      for (int i = 0; i < 3; i++) {
        assertThat(client.get("/a.bin").bytes()).isEqualTo(content);
      }
      assertThat(server.pages.statistics().misses()).isEqualTo(1);
    }
  }

  @Test
  void sendsToItsEndWhatItKeepsNoMoreAndThenClosesIt() throws Exception {
    Path file = root.resolve("long.bin");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(64 << 20);
    }
    try (TestServer server = trusting();
        RawClient client = server.connect()) {
      client.send("GET", "/long.bin", "Connection: close\r\n").head();
      server.pages.close();
      assertThat(server.pages.statistics().pages()).isZero();
      assertThat(OpenFiles.list()).as("while it is sent").contains(file.toRealPath());

      assertThat(client.countRest()).isEqualTo(64 << 20);
      while (OpenFiles.list().contains(file.toRealPath())) {
        Thread.onSpinWait();
      }
      try (RawClient next = server.connect()) {
        next.send("HEAD", "/long.bin", "");
        assertThat(next.head().status()).as("and it is opened anew").isEqualTo(200);
      }
    }
  }

  @Test
  void keepsNoMoreFilesOpenThanItsBudgetAllows() throws Exception {
    int files = 40;
    int budget = 256 << 10;
    StaticLimits limits = StaticLimits.defaults().withCache(budget, 64 << 10);
    StaticConfig config = StaticConfig.of(root).withLimits(limits);
    try (TestServer server = new TestServer(config.withRevalidateAfter(Duration.ofHours(1)));
        RawClient client = server.connect()) {
      for (int i = 0; i < files; i++) {
        byte[] content = write(i + ".bin", LENGTH);
        assertThat(client.get("/" + i + ".bin").bytes()).isEqualTo(content);
      }
      client.get("/none"); // fence: earlier requests have ended
      Path real = root.toRealPath();
      assertThat(OpenFiles.list().stream().filter(file -> file.startsWith(real)).count())
          .isEqualTo(server.pages.statistics().pages())
          .isBetween(1L, (long) budget / FileRepresentation.WEIGHT_BYTES);
    }
  }

  @Test
  void sendsAPartOnlyOfWhatTheFileIsNow() throws Exception {
    write("a.bin", LENGTH);
    try (TestServer server = trusting();
        RawClient client = server.connect()) {
      RawClient.Response first = client.get("/a.bin");
      Files.write(root.resolve("a.bin"), new byte[LENGTH + 1], StandardOpenOption.WRITE);

      String condition = "If-Range: " + first.fields().get("ETag") + "\r\n";
      RawClient.Response part =
          client.send("GET", "/a.bin", "Range: bytes=10-19\r\n" + condition).response();
      assertThat(part.status()).as("the part is of another file").isEqualTo(200);
      assertThat(part.bytes()).isEqualTo(new byte[LENGTH + 1]);
    }
  }

  @Test
  void sendsTheLongFileBesideALongPageThatTheClientLikesBest() throws Exception {
    byte[] plain = write("app.js", 3 << 20);
    byte[] brotli = write("app.js.br", 2 << 20);
    byte[] zipped = write("app.js.gz", 1000);
    try (TestServer server =
            new TestServer(StaticConfig.of(root).withRevalidateAfter(Duration.ZERO));
        RawClient client = server.connect()) {
      for (int i = 0; i < 2; i++) { // revalidated the second time
        RawClient.Response response = get(client, "br, gzip;q=0.5");
        assertThat(response.bytes()).isEqualTo(brotli);
        assertThat(response.fields())
            .containsEntry("Content-Encoding", "br")
            .containsEntry("Vary", "Accept-Encoding");
        assertThat(get(client, "gzip").bytes()).isEqualTo(zipped);
        assertThat(get(client, "identity").bytes()).isEqualTo(plain);
      }
      byte[] other = write("app.js.br", 1 << 20);
      assertThat(get(client, "br").bytes()).isEqualTo(other);
      Files.delete(root.resolve("app.js.br"));
      assertThat(get(client, "br").bytes()).isEqualTo(plain);
    }
    Path real = root.toRealPath();
    assertThat(OpenFiles.list()).noneMatch(file -> file.startsWith(real));
  }

  private static RawClient.Response get(RawClient client, String codings) throws IOException {
    return client.send("GET", "/app.js", "Accept-Encoding: " + codings + "\r\n").response();
  }

  @Test
  void readsWhatIsNotTooLongForMemoryToTellItsVersion() throws Exception {
    byte[] content = write("a.jpg", LENGTH);
    String version = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    try (TestServer server = trusting();
        RawClient client = server.connect()) {
      assertThat(client.get("/a.jpg").fields())
          .containsEntry("Cache-Control", "public, max-age=60");
      RawClient.Response versioned = client.get("/a.jpg?v=" + version);
      assertThat(versioned.fields().get("Cache-Control")).contains("immutable");
      assertThat(Arrays.equals(versioned.bytes(), content)).isTrue();
      assertThat(client.get("/a.jpg?v=" + version).fields().get("Cache-Control"))
          .contains("immutable");
      assertThat(server.pages.statistics().misses()).isEqualTo(2);
    }
  }
}
