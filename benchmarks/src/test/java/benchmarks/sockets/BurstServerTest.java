package benchmarks.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** All servers of Figure 11 behave alike. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BurstServerTest {

  /** Without virtual threads: only their factory differs, and this Java may lack them. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VIRTUAL_THREADS")
  void answersEachBurstOnce(BurstServer.Kind kind) throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    try (BurstProcess server = new BurstProcess(kind, java);
        Socket socket = new Socket()) {
      socket.connect(server.address);
      byte[] burst = new byte[BurstServer.BURST_BYTES];
      socket.getOutputStream().write(burst);
      assertThat(socket.getInputStream().readNBytes(BurstServer.ANSWER_BYTES))
          .hasSize(BurstServer.ANSWER_BYTES);
      assertThat(server.read().bytes()).isEqualTo(BurstServer.BURST_BYTES);
      socket.getOutputStream().write(burst);
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes()).hasSize(BurstServer.ANSWER_BYTES);
      assertThat(server.read().bytes()).isEqualTo(2L * BurstServer.BURST_BYTES);
    }
  }

  @Test
  void theLoadSendsABurstWhenThePreviousOneIsAnswered() throws Exception {
    LongAdder received = new LongAdder();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), NettyBursts.start(received));
    try (BurstLoad load = new BurstLoad(address, 3)) {
      assertThat(load).isNotNull();
      while (received.sum() < 10L * BurstServer.BURST_BYTES) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aBurstMayEndInTheMiddleOfARead() {
    BurstServer.Progress progress = new BurstServer.Progress(new LongAdder());
    int most = BurstServer.BURST_BYTES - 1;
    assertThat(Stream.of(most, 2, most - 1, 1).map(progress::ends))
        .containsExactly(false, true, false, true);
  }
}
