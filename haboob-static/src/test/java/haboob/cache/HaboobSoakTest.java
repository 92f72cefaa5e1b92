package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.RawClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.http.HttpStatistics;

/**
 * All kinds of clients on more files than the cache can hold. Files are closed, reservations
 * returned, the cache's size is exact, and no memory leaks. {@code -Dseda.soak.rounds=…} sets the
 * connections per client in each half.
 */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HaboobSoakTest {
  private static final int ROUNDS = Integer.getInteger("seda.soak.rounds", 300);
  private static final int THREADS = 4;
  private static final int SMALL = 40;
  private static final int LARGE = 12;
  private static final int LARGE_BYTES = 150_000;

  /** A third of the files. */
  private static final long CACHE_BYTES = 400 << 10;

  /** Memory that a JVM may retain: data of compiled code, thread locals, statistics. */
  private static final long SLACK_BYTES = 4 << 20;

  @TempDir Path root;

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < SMALL; i++) {
      write("s" + i + ".txt", new byte[1000 + 500 * i]);
    }
    for (int i = 0; i < LARGE; i++) {
      write("l" + i + ".bin", new byte[LARGE_BYTES]);
    }
  }

  private void write(String name, byte[] content) throws IOException {
    Path file = Files.write(root.resolve(name), content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
  }

  private static String path(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> "/none";
      case 1, 2 -> "/l" + random.nextInt(LARGE) + ".bin";
      default -> "/s" + random.nextInt(SMALL) + ".txt";
    };
  }

  /** One connection. */
  private static void visit(RawClient client, Random random) throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> { // pipelined, all read
        for (int i = 0; i < 8; i++) {
          client.send("GET", path(random), "Accept-Encoding: gzip\r\n");
        }
        for (int i = 0; i < 8; i++) {
          assertThat(client.response().status()).isIn(200, 404);
        }
      }
      case 1 -> { // half closed
        client.send("GET", path(random), "");
        client.endOutput();
        assertThat(client.response().status()).isIn(200, 404);
        assertThat(client.countRest()).isZero();
      }
      case 2 -> { // read byte by byte for a while, then abandoned
        client.send("GET", "/l0.bin", "");
        for (int i = 0; i < 500; i++) {
          client.read(1);
        }
      }
      case 3 -> { // reset in the middle of an answer
        client.send("GET", path(random), "").send("GET", "/l1.bin", "").head();
        client.reset();
      }
      case 4 -> client.sendRaw("GET /s1.txt HTTP/1.1\r\nHost: a"); // abandoned within a header
      case 5 -> {
        client.sendRaw("nonsense\r\n\r\n");
        assertThat(client.head().status()).isEqualTo(400);
      }
      case 6 -> {
        client.send("GET", path(random), "Range: bytes=0-9,20-29\r\n");
        assertThat(client.response().status()).isIn(206, 404);
      }
      default -> { // keep-alive for a few requests
        for (int i = 0; i < 5; i++) {
          assertThat(client.get(path(random)).status()).isIn(200, 404);
        }
      }
    }
  }

  private static void visitAll(TestServer server, int seed) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(seed + thread);
        all.add(
            clients.submit(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    try (RawClient client = server.connect()) {
                      visit(client, random);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      clients.shutdownNow();
    }
    while (server.http.statistics().open() > 0 || server.http.statistics().running() > 0) {
      Thread.onSpinWait(); // the test's time-out ends it
    }
  }

  /** Reachable bytes. */
  private static long liveBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) { // cleaner-held memory goes with the next collection
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  @Test
  void whatIsOpenedIsClosedWhatIsTakenIsGivenBackAndNoMemoryIsLost() throws Exception {
    StaticLimits limits = StaticLimits.defaults().withCache(CACHE_BYTES, 64 << 10);
    StaticConfig config = StaticConfig.of(root).withLimits(limits);
    try (TestServer server = new TestServer(config.withRevalidateAfter(Duration.ofMillis(10)))) {
      visitAll(server, 1);
      long liveBefore = liveBytes();
      visitAll(server, 100);
      assertThat(liveBytes()).isLessThan(liveBefore + SLACK_BYTES);

      HttpStatistics http = server.http.statistics();
      assertThat(http.accepted()).isEqualTo(2L * THREADS * ROUNDS);
      assertThat(http.closed()).isEqualTo(http.accepted());
      assertThat(http.buffersInUse()).isZero();
      StaticStatistics pages = server.pages.statistics();
      assertThat(pages.bytes()).isEqualTo(server.pages.bytesOfPages()).isBetween(1L, CACHE_BYTES);
      server.pages.close();
      Path real = root.toRealPath();
      assertThat(OpenFiles.list()).noneMatch(file -> file.startsWith(real));
      assertThat(server.pages.statistics().bytes()).isZero();
    }
  }
}
