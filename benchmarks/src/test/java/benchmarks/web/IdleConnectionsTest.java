package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.load.Processes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Idle connections stay open, and the server's heap and threads can be read meanwhile. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleConnectionsTest {
  @TempDir Path root;

  @Test
  void countsTheConnectionsThatTheServerCloses() throws Exception {
    Assumptions.assumeTrue(Path.of("/proc/self").toFile().exists(), "skipped: no 127.0.0.2 here");
    new FileSet(root, 1).write();
    WebServer server = WebServer.start("haboob", root, 1 << 24, List.of());
    try (server;
        IdleConnections idle = new IdleConnections(server.address(), 20)) {
      assertThat(idle.closedByServer()).isZero();
      assertThat(Processes.heapBytes(server.process().handle())).isPositive();
      assertThat(Processes.threads(server.process().handle(), "processors-"))
          .isEqualTo(Runtime.getRuntime().availableProcessors());
    }
  }
}
