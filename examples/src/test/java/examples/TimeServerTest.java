package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

@Timeout(60)
class TimeServerTest {
  private final StageGraph graph = new StageGraph(Clock.system());
  private TimeServer server;
  private InetSocketAddress address;

  private void start(double perSecond, int burst) throws IOException {
    server = new TimeServer(graph, perSecond, burst);
    graph.start();
    address = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
  }

  private void ask(DatagramSocket socket) throws IOException {
    socket.send(new DatagramPacket(new byte[0], 0, address));
  }

  @Test
  void tellsTheSecondsSince1900() throws Exception {
    start(1000, 100);
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setSoTimeout(30_000);
      long before = Instant.now().getEpochSecond();
      ask(socket);
      DatagramPacket answer = new DatagramPacket(new byte[16], 16);
      socket.receive(answer);

      assertThat(answer.getLength()).isEqualTo(4);
      long since1900 = Integer.toUnsignedLong(ByteBuffer.wrap(answer.getData()).getInt());
      long epochIn1900 = 2_208_988_800L; // RFC 868
      assertThat(since1900 - epochIn1900).isBetween(before, Instant.now().getEpochSecond());
    }
  }

  @Test
  void dropsAndCountsWhatComesFasterThanItsRate() throws Exception {
    start(0.001, 3); // three at once, and the next after a quarter of an hour
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < 10; i++) {
        ask(socket);
      }
      while (server.statistics().received() + server.statistics().refused() < 10) {
        Thread.onSpinWait();
      }

      assertThat(server.statistics().received()).isEqualTo(3);
      assertThat(server.statistics().refused()).isEqualTo(7);
    }
  }
}
