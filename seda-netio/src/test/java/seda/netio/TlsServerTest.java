package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
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

/** TLS of an echo server. */
@Timeout(60)
class TlsServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

  private static final String BEST_OF_1_2 = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final StageGraph graph = new StageGraph(clock);
  private Path keys;
  private TcpServer server;
  private TcpListener listener;
  private Stage<CountDownLatch> ticks;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    keys = Files.copy(TestKeys.store(), folder.resolve("keys.p12"));
    Processors processors =
        graph.processors(ProcessorsConfig.named("tls-test").withCount(1), SelectorSource::open);
    TlsConfig tls = TlsConfig.of(keys, TestKeys.PASSWORD);
    server = new TcpServer(graph, processors, "", TcpConfig.defaults(), tls);
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    server.serve(TcpServerTest.Echo::new, echo);
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    listener = server.bind(ANY_PORT);
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(server.statistics().open()).isZero();
    assertThat(server.statistics().buffersInUse()).isZero();
  }

  private SSLSocket connect(SSLContext context, String host) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(plain(), host, listener.address().getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setServerNames(List.of(new SNIHostName(host)));
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  private Socket plain() throws IOException {
    Socket socket = new Socket(listener.address().getAddress(), listener.address().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void assertEchoes(SSLSocket socket) throws IOException {
    socket.getOutputStream().write(42);
    assertThat(socket.getInputStream().read()).isEqualTo(42);
  }

  private void settle() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      CountDownLatch done = new CountDownLatch(1);
      assertThat(ticks.on(0).enqueue(done).accepted()).isTrue();
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void awaitOpen(long count) throws InterruptedException {
    while (server.statistics().open() != count) { // bounded by the test's time-out
      settle();
    }
    settle(); // a connection is counted before its processor gets it
  }

  @Test
  void closesAConnectionOnWhichOnlyNewKeysCome() throws Exception {
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      socket.startHandshake(); // after the first, each requests a new key
      for (int i = 0; i < 20; i++) {
        socket.startHandshake();
      }
      assertEchoes(socket);

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  socket.startHandshake();
                }
                socket.getInputStream().read();
              })
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SocketTimeoutException.class);
      awaitOpen(0);
    }
  }

  @Test
  void takesANewKeyStoreWhenTheFileHasChangedAndKeepsTheOldWhileItCanNotBeUsed() throws Exception {
    Files.writeString(keys, "half of a file");
    Files.setLastModifiedTime(keys, FileTime.from(clock.instant()));
    reread();
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(socket);

      Path renewed = TestKeys.newStore("localhost");
      Files.copy(renewed, keys, StandardCopyOption.REPLACE_EXISTING);
      Files.setLastModifiedTime(keys, FileTime.from(clock.instant().plusSeconds(1)));
      reread();
      try (SSLSocket old = connect(TestKeys.trusting(), "localhost")) {
        assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
      }
      try (SSLSocket other = connect(TestKeys.trusting(renewed), "localhost")) {
        assertEchoes(other);
      }
      assertEchoes(socket);
    }
  }

  private void reread() throws InterruptedException {
    long before = computed();
    clock.advance(Duration.ofSeconds(11));
    while (computed() == before) { // bounded by the test's time-out
      settle();
    }
  }

  private long computed() {
    return graph.find("tls-handshake").orElseThrow().snapshot().completed();
  }

  @Test
  void speaksTls13() throws Exception {
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(socket);
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void showsTheCertificateOfTheHostThatTheClientNames() throws Exception {
    SSLContext context = TestKeys.trusting();
    for (String host : List.of("localhost", "other.test", "localhost")) {
      try (SSLSocket socket = connect(context, host)) {
        assertEchoes(socket);
        X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=" + host);
      }
    }
  }

  @Test
  void resumesASessionWithoutShowingItsCertificateAgain() throws Exception {
    SSLContext context = TestKeys.trusting();
    long begun;
    try (SSLSocket first = connect(context, "localhost")) {
      assertEchoes(first); // the ticket has arrived by now
      begun = first.getSession().getCreationTime();
    }
    long tasks = tasks();
    while (System.currentTimeMillis() == begun) {
      Thread.onSpinWait(); // so that a new session would have another time
    }
    try (SSLSocket second = connect(context, "localhost")) {
      assertEchoes(second);
      assertThat(second.getSession().getCreationTime()).isEqualTo(begun);
    }
    assertThat(tasks()).isGreaterThan(tasks); // so processors computed nothing
  }

  private long tasks() {
    return graph.snapshot().stages().stream()
        .filter(stage -> stage.stage().equals("tls-handshake"))
        .findFirst()
        .orElseThrow()
        .completed();
  }

  @Test
  void refusesAnOlderProtocolWithAnAlert() throws Exception {
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});

      assertThatThrownBy(socket::startHandshake)
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessageContaining("protocol_version");
    }
    awaitOpen(0);
  }

  @Test
  void speaksTls12WithForwardSecrecyIfPermitted() throws Exception {
    StageGraph other = new StageGraph(Clock.system());
    Processors processors = other.processors(ProcessorsConfig.named("p"), SelectorSource::open);
    TlsConfig tls =
        TlsConfig.of(keys, TestKeys.PASSWORD).withVersions(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2);
    TcpServer both = new TcpServer(other, processors, "both-", TcpConfig.defaults(), tls);
    Stage<Connection> echo = other.stage(StageConfig.named("both-echo"), processors);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    both.serve(TcpServerTest.Echo::new, echo);
    other.start();
    listener = both.bind(ANY_PORT);
    try (SSLSocket newest = connect(TestKeys.trusting(), "localhost");
        SSLSocket older = connect(TestKeys.trusting(), "localhost");
        SSLSocket weak = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(newest);
      assertThat(newest.getSession().getProtocol()).isEqualTo("TLSv1.3");
      older.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertEchoes(older);
      assertThat(older.getSession().getCipherSuite()).isEqualTo(BEST_OF_1_2);
      weak.setEnabledProtocols(new String[] {"TLSv1.2"});
      weak.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
      assertThatThrownBy(weak::startHandshake).isInstanceOf(SSLHandshakeException.class);
    } finally {
      assertThat(other.stop(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void namesAnUnknownVersion() {
    assertThat(TlsVersion.list("tls.versions", List.of("1.3", "1.2"))).hasSize(2);
    for (List<String> bad : List.of(List.of("1.1"), List.of("1.3", "TLSv1.2"), List.<String>of())) {
      assertThatThrownBy(() -> TlsVersion.list("tls.versions", bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("tls.versions = " + bad + ", must be a list of \"1.2\" and \"1.3\"");
    }
  }

  @Test
  void closesOnWhatIsNotTls() throws Exception {
    try (Socket socket = plain()) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\n\r\n".repeat(10).getBytes(StandardCharsets.US_ASCII));
      awaitOpen(0);
    }
  }

  @Test
  void closesIfTheHandshakeTakesTooLong() throws Exception {
    try (Socket silent = plain();
        SSLSocket quick = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(quick);
      awaitOpen(2);
      clock.advance(HANDSHAKE_TIMEOUT.minusMillis(1));
      settle();
      assertThat(server.statistics().open()).isEqualTo(2);

      clock.advance(Duration.ofMillis(100));
      settle();

      assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThan(20); // an alert
      assertThat(server.statistics().open()).isEqualTo(1);
      assertEchoes(quick);
    }
  }

  @Test
  void saysFarewellWhenItClosesAnIdleConnection() throws Exception {
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(socket);
      graph.stop(Duration.ofSeconds(10));

      assertThat(socket.getInputStream().read())
          .isEqualTo(-1); // without close_notify: SSLException
    }
  }

  @Test
  void holdsNoBufferForAnIdleConnection() throws Exception {
    try (SSLSocket socket = connect(TestKeys.trusting(), "localhost")) {
      assertEchoes(socket);
      settle();
      assertThat(server.statistics().buffersInUse()).isZero();
    }
  }

  @Test
  void saysWhichKeyStoreItCannotUse(@TempDir Path folder) throws Exception {
    StageGraph other = new StageGraph(Clock.system());
    Processors processors = other.processors(ProcessorsConfig.named("p"), SelectorSource::open);
    Path none = folder.resolve("none.p12");
    Path bad = Files.writeString(folder.resolve("bad.p12"), "bad");
    for (TlsConfig tls :
        List.of(
            TlsConfig.of(none, ""),
            TlsConfig.of(bad, ""),
            TlsConfig.of(TestKeys.store(), "wrong"))) {
      assertThatThrownBy(
              () ->
                  new TcpServer(
                      other, processors, UUID.randomUUID() + "-", TcpConfig.defaults(), tls))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("tls.key-store = " + tls.keyStore())
          .hasMessageContaining("must be");
      assertThat(tls.toString()).doesNotContain("wrong");
    }
  }
}
