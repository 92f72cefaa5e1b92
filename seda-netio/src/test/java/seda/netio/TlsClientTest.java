package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/** TLS of outgoing connections, to a server in the same graph and to the JDK's. */
@Timeout(60)
class TlsClientTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String PROTOCOL = "echo/1";

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final StageGraph graph = new StageGraph(clock);
  private final BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
  private TlsConfig keys;
  private TcpClient client;
  private TcpClient wary;
  private int port;
  private Stage<CountDownLatch> ticks;

  @BeforeEach
  void start() throws Exception {
    keys = TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD);
    Processors processors =
        graph.processors(ProcessorsConfig.named("tls-test").withCount(2), SelectorSource::open);
    TcpServer server = new TcpServer(graph, processors, "echo-", TcpConfig.defaults(), keys);
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    server.serve(TcpServerTest.Echo::new, echo);
    Stage<Connection> replies = graph.stage(StageConfig.named("replies"), processors);
    replies.handledBy(EventHandler.each(Sender::arrived));
    TlsClientConfig trusting =
        TlsClientConfig.trusting(TestKeys.store(), TestKeys.PASSWORD).withProtocols(PROTOCOL);
    TcpConfig config = TcpConfig.defaults();
    client = new TcpClient(graph, processors, "client-", config, trusting, replies);
    wary = new TcpClient(graph, processors, "wary-", config, TlsClientConfig.defaults(), replies);
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    port = server.bind(named("localhost", 0)).address().getPort();
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    for (TcpClient each : List.of(client, wary)) {
      assertThat(each.statistics().open()).isZero();
      assertThat(each.statistics().buffersInUse()).isZero();
    }
    assertThat(outcomes).isEmpty();
  }

  /** Returns the loopback address under any name. */
  private static InetSocketAddress named(String host, int port) throws UnknownHostException {
    byte[] loopback = InetAddress.getLoopbackAddress().getAddress();
    return new InetSocketAddress(InetAddress.getByAddress(host, loopback), port);
  }

  private void connect(TcpClient by, InetSocketAddress address, int length) {
    assertThat(by.connect(address, TIMEOUT, new Sender(length, outcomes)).accepted()).isTrue();
  }

  private <T> T next(Class<T> type) throws InterruptedException {
    return type.cast(outcomes.poll(20, TimeUnit.SECONDS));
  }

  private void assertEchoes(InetSocketAddress address, int length) throws InterruptedException {
    connect(client, address, length);
    assertThat(next(Connection.class).remote()).isEqualTo(address);
    assertThat(next(String.class)).isEqualTo("all came back");
  }

  private ConnectFailure failure(TcpClient by, InetSocketAddress address)
      throws InterruptedException {
    connect(by, address, 1);
    ConnectFailure failure = next(ConnectFailure.class);
    assertThat(failure.address()).isEqualTo(address);
    return failure;
  }

  @Test
  void losesAndDoublesNothing() throws Exception {
    assertEchoes(named("localhost", port), 5_000_000);
  }

  @Test
  void namesTheHostWhoseCertificateItWants() throws Exception {
    for (String host : List.of("localhost", "other.test", "other.test.", "localhost")) {
      assertEchoes(named(host, port), 10);
    }
  }

  @Test
  void refusesACertificateForAnotherHost() throws Exception {
    ConnectFailure failure = failure(client, named("third.test", port));

    assertThat(failure.reason()).isEqualTo(ConnectFailure.Reason.HANDSHAKE);
    assertThat(failure.detail()).contains("TLS with third.test failed", "subject alternative");
  }

  @Test
  void refusesACertificateForANameIfItAskedForAnAddress() throws Exception {
    byte[] loopback = InetAddress.getLoopbackAddress().getAddress();
    ConnectFailure failure =
        failure(client, new InetSocketAddress(InetAddress.getByAddress(loopback), port));

    assertThat(failure.reason()).isEqualTo(ConnectFailure.Reason.HANDSHAKE);
    assertThat(failure.detail()).contains("TLS with 127.0.0.1 failed", "subject alternative");
  }

  @Test
  void refusesACertificateOfAnUntrustedAuthority() throws Exception {
    ConnectFailure failure = failure(wary, named("localhost", port));

    assertThat(failure.reason()).isEqualTo(ConnectFailure.Reason.HANDSHAKE);
    assertThat(failure.detail()).contains("TLS with localhost failed", "certification path");
  }

  @Test
  void saysThatThePeerSpeaksNoTls() throws Exception {
    try (ServerSocket peer = new ServerSocket()) {
      peer.bind(named("localhost", 0));
      connect(client, named("localhost", peer.getLocalPort()), 1);
      try (Socket socket = peer.accept()) {
        assertThat(socket.getInputStream().read()).isNotNegative();
        socket
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.HANDSHAKE);
      }
    }
  }

  @Test
  void givesUpAPeerThatKeepsSilentInTheHandshakeWhenTheTimeIsOver() throws Exception {
    try (ServerSocket peer = new ServerSocket()) {
      peer.bind(named("localhost", 0));
      connect(client, named("localhost", peer.getLocalPort()), 1);
      try (Socket socket = peer.accept()) {
        assertThat(socket.getInputStream().read()).isNotNegative();
        clock.advance(TIMEOUT.minusMillis(1));
        settle();
        assertThat(outcomes).isEmpty();

        clock.advance(Duration.ofMillis(100));
        settle();

        assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.TIMED_OUT);
      }
    }
  }

  /** Waits until each processor has done its pending work. */
  private void settle() throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      CountDownLatch done = new CountDownLatch(1);
      assertThat(ticks.on(i % 2).enqueue(done).accepted()).isTrue();
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void endsHandshakesWithTheGraph() throws Exception {
    try (ServerSocket peer = new ServerSocket()) {
      peer.bind(named("localhost", 0));
      connect(client, named("localhost", peer.getLocalPort()), 1);
      try (Socket socket = peer.accept()) {
        assertThat(socket.getInputStream().read()).isNotNegative();

        assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();

        assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.STOPPED);
      }
    }
  }

  @Test
  void speaksTls12WithAServerThatKnowsNothingNewer() throws Exception {
    try (SSLServerSocket peer = jdkServer("TLSv1.2")) {
      CompletableFuture<SSLSession> session = echo(peer);

      assertEchoes(named("localhost", peer.getLocalPort()), 10);

      assertThat(session.get(20, TimeUnit.SECONDS).getProtocol()).isEqualTo("TLSv1.2");
    }
  }

  @Test
  void resumesASession() throws Exception {
    try (SSLServerSocket peer = jdkServer("TLSv1.3")) {
      InetSocketAddress address = named("localhost", peer.getLocalPort());
      CompletableFuture<SSLSession> first = echo(peer);
      assertEchoes(address, 10);
      long begun = first.get(20, TimeUnit.SECONDS).getCreationTime();
      while (System.currentTimeMillis() == begun) {
        Thread.onSpinWait(); // so that a new session would have another time
      }

      CompletableFuture<SSLSession> second = echo(peer);
      assertEchoes(address, 10);

      assertThat(second.get(20, TimeUnit.SECONDS).getCreationTime()).isEqualTo(begun);
    }
  }

  private SSLServerSocket jdkServer(String version) throws IOException {
    SSLServerSocket peer =
        (SSLServerSocket) ServerKeys.context(keys).getServerSocketFactory().createServerSocket();
    peer.bind(named("localhost", 0));
    SSLParameters parameters = peer.getSSLParameters();
    parameters.setProtocols(new String[] {version});
    parameters.setApplicationProtocols(new String[] {PROTOCOL});
    peer.setSSLParameters(parameters);
    return peer;
  }

  /** Echoes the input of one connection. */
  private static CompletableFuture<SSLSession> echo(SSLServerSocket peer) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (SSLSocket socket = (SSLSocket) peer.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
            assertThat(socket.getApplicationProtocol()).isEqualTo(PROTOCOL);
            return socket.getSession();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void saysWhichTrustStoreItCannotUse(@TempDir Path folder) throws Exception {
    StageGraph other = new StageGraph(Clock.system());
    Processors processors = other.processors(ProcessorsConfig.named("p"), SelectorSource::open);
    Path none = folder.resolve("none.p12");
    Path empty = folder.resolve("empty.p12");
    KeyStore nobody = KeyStore.getInstance("PKCS12");
    nobody.load(null, null);
    try (OutputStream file = Files.newOutputStream(empty)) {
      nobody.store(file, new char[0]);
    }
    Path bad = Files.writeString(folder.resolve("bad.p12"), "bad");
    for (TlsClientConfig tls :
        List.of(
            TlsClientConfig.trusting(none, ""),
            TlsClientConfig.trusting(bad, ""),
            TlsClientConfig.trusting(empty, ""),
            TlsClientConfig.trusting(TestKeys.store(), "wrong"))) {
      String prefix = UUID.randomUUID() + "-";
      assertThatThrownBy(
              () -> new TcpClient(other, processors, prefix, TcpConfig.defaults(), tls, null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("tls.trust-store = " + tls.trustStore())
          .hasMessageContaining("must be");
      assertThat(tls.toString()).doesNotContain("wrong");
    }
  }
}
