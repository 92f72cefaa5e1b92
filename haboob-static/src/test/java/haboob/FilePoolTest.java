package haboob;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.cache.Pages;
import haboob.cache.StaticConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.fileio.FileFailed;
import seda.fileio.FileRequest;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/** The file pool and its controller in a running server. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FilePoolTest {
  /** The controller's period plus a margin for the timers, which are never early. */
  private static final Duration PERIOD = Duration.ofMillis(600);

  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int CLIENTS = 10;
  private static final int PIPELINED = 12;

  /** Reads per thread and period: the completions that judge a doubling. */
  private static final int READS = 16;

  @TempDir Path root;
  private final VirtualClock clock = new VirtualClock(Pages.NOW);
  private final StageGraph graph = new StageGraph(clock);

  /** A disk that takes a permit for each read, and then reports the file missing. */
  private final Semaphore disk = new Semaphore(0);

  private final BlockingQueue<FileRequest> read = new LinkedBlockingQueue<>();

  private int threads() {
    return graph.snapshot().domains().stream()
        .filter(domain -> domain.name().equals("files"))
        .findFirst()
        .orElseThrow()
        .threads();
  }

  @SuppressWarnings("unchecked") // the stage's events are file requests
  private void replaceDisk() {
    Stage<FileRequest> reads = (Stage<FileRequest>) graph.find("static-file-read").orElseThrow();
    Stage<FileRequest> slow = graph.successor(reads);
    slow.handledBy(
        EventHandler.each(
            request -> {
              disk.acquire();
              read.add(request);
            }));
    assertThat(graph.replace(reads, slow, GRACE)).isTrue();
  }

  /** Waits until each thread blocks on the disk, which has no permits. */
  private void awaitBusy() {
    Pages.await(() -> disk.availablePermits() == 0 && disk.getQueueLength() == threads());
  }

  @Test
  void growsWhileMissesQueueAndMoreThreadsReadMoreAndShrinksWhenNothingWaits() throws Exception {
    HaboobConfig config = HaboobConfig.of(StaticConfig.of(root)).withProcessors(2);
    try (Haboob haboob = new Haboob(graph, config)) {
      replaceDisk();
      InetSocketAddress address =
          haboob.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new RawClient(address));
        for (int j = 0; j < PIPELINED; j++) {
          clients.get(i).send("GET", "/" + i + "-" + j, "");
        }
      }
      Pages.await(() -> haboob.statistics().misses() == CLIENTS * PIPELINED);
      assertThat(threads()).isEqualTo(1);

      for (int wanted : new int[] {2, 4}) {
        awaitBusy();
        disk.release(READS * threads());
        awaitBusy();
        clock.advance(PERIOD);
        Pages.await(() -> threads() == wanted); // the test's time-out ends a failure
      }

      disk.release(CLIENTS * PIPELINED);
      for (int i = 0; i < CLIENTS * PIPELINED; i++) {
        read.take().completion().enqueue(new FileFailed(FileFailed.Reason.NOT_FOUND, null));
      }
      for (RawClient client : clients) {
        for (int j = 0; j < PIPELINED; j++) {
          assertThat(client.response().status()).isEqualTo(404);
        }
        client.close();
      }
      while (threads() > 2) { // one in reserve and a spare
        clock.advance(PERIOD);
      }
    }
  }
}
