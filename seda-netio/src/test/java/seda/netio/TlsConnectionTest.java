package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.graph.StageGraph;

/** The contract for connections under TLS; the peer is the JDK's blocking socket. */
class TlsConnectionTest extends ConnectionContract {
  private TcpServer server;
  private Socket raw;

  @Override
  void declare(StageGraph graph, Processors processors, Sink<Connection> input) throws Exception {
    server = new TcpServer(graph, processors, "", TcpConfig.defaults(), config());
    server.serve(this::open, input);
  }

  TlsConfig config() throws Exception {
    return TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD);
  }

  @Override
  Socket connect() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    raw = new ChoppedSocket(listener.address());
    SSLSocket socket =
        (SSLSocket) TestKeys.trusting().getSocketFactory().createSocket(raw, "localhost", 0, true);
    socket.startHandshake();
    return socket;
  }

  /** Closes without close_notify: the peer would wait until its output is read. */
  @Override
  void abort(Socket peer) throws IOException {
    super.abort(raw);
  }

  @Override
  TcpStatistics statistics() {
    return server.statistics();
  }

  @Test
  void doesNotTakeACutForAnEnd() throws Exception {
    endpoint.run(e -> e.connection.awaitInput());
    raw.shutdownOutput();

    endpoint.until("it is closed", e -> e.closed == 1);
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isZero();
  }

  @Test
  void holdsOnlyWhatItCannotSendOfAnAnswerThatIsNotRead() throws Exception {
    endpoint.run(e -> e.connection.write(ByteBuffer.wrap(new byte[30_000_000])));
    endpoint.settle();

    assertThat(statistics().buffersInUse()).isLessThanOrEqualTo(1);
  }
}
