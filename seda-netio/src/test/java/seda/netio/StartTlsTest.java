package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** TLS started on an open connection. The protocol echoes its input. */
class StartTlsTest {
  private final StageGraph graph = new StageGraph(Clock.system());
  private TcpServer server;
  private InetSocketAddress address;

  /** Echoes its input; starts TLS when a line begins with "tls". */
  private final class Echo implements ConnectionListener {
    private final Connection connection;

    Echo(Connection connection) {
      this.connection = connection;
      connection.awaitInput();
    }

    void arrived() {
      ByteBuffer in = connection.input();
      if (in == null) {
        connection.closeGracefully();
        return;
      }
      byte[] said = new byte[in.remaining()];
      in.get(said);
      boolean begins = new String(said, StandardCharsets.US_ASCII).startsWith("tls");
      connection.write(
          begins
              ? ByteBuffer.wrap("begin\n".getBytes(StandardCharsets.US_ASCII))
              : ByteBuffer.wrap(said));
      if (begins) {
        server.startTls(connection, connection::awaitInput);
      } else {
        connection.awaitInput();
      }
    }

    @Override
    public void timedOut() {}

    @Override
    public void writable() {}

    @Override
    public void closed() {}
  }

  @BeforeEach
  void start() throws IOException, InterruptedException {
    Processors processors =
        graph.processors(ProcessorsConfig.named("test").withCount(2), SelectorSource::open);
    server =
        new TcpServer(
            graph,
            processors,
            "",
            TcpConfig.defaults(),
            TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD));
    server.beginTlsLater();
    Stage<Connection> arrivals = graph.stage(StageConfig.named("arrivals"), processors);
    arrivals
        .handledBy(EventHandler.each(connection -> ((Echo) connection.listener()).arrived()))
        .listener(TcpServer.closingOnFailure());
    server.serve(Echo::new, arrivals);
    graph.start();
    address = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).address();
  }

  @AfterEach
  void stop() {
    server.close();
    graph.stop(Duration.ofSeconds(5));
    assertThat(server.statistics().buffersInUse()).isZero();
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static BufferedReader lines(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  @Test
  void goesOnUnderTlsWithoutWhatCameBefore() throws Exception {
    try (Socket plain = new Socket(address.getAddress(), address.getPort())) {
      BufferedReader lines = lines(plain);
      send(plain, "hello\n");
      assertThat(lines.readLine()).isEqualTo("hello");
      send(plain, "tls\nsmuggled\n");
      assertThat(lines.readLine()).isEqualTo("begin");
      try (SSLSocket secure =
          (SSLSocket)
              TestKeys.trusting().getSocketFactory().createSocket(plain, "localhost", 0, true)) {
        secure.startHandshake();
        BufferedReader secureLines = lines(secure);
        send(secure, "secret\n");
        assertThat(secureLines.readLine()).isEqualTo("secret");
        send(secure, "x".repeat(50_000) + "\n");
        assertThat(secureLines.readLine()).hasSize(50_000);
        send(secure, "tls\n"); // TLS is active already: a protocol error
        assertThat(secureLines.readLine()).isIn("begin", null);
      }
    }
  }

  @Test
  void closesAConnectionWhoseHandshakeFails() throws IOException {
    try (Socket plain = new Socket(address.getAddress(), address.getPort())) {
      plain.setSoTimeout(20_000);
      BufferedReader lines = lines(plain);
      send(plain, "tls\n");
      assertThat(lines.readLine()).isEqualTo("begin");
      send(plain, "this is no handshake at all\n".repeat(10));
      int octet = 0;
      try {
        while (octet >= 0) {
          octet = plain.getInputStream().read();
        }
      } catch (IOException reset) {
        octet = -1;
      }
      assertThat(octet).isEqualTo(-1);
    }
  }
}
