package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.config.Descriptors;
import arashi.deploy.demo.DemoAccounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 15,000 connections from 50 addresses against the product as a process with its default settings:
 * new users are served within the target all the same.
 */
@Tag("torture")
class ConnectionFloodTest {
  private static final int CONNECTIONS = 15_000;
  private static final int ADDRESSES = 50;
  private static final int NEWCOMERS = 20;

  /** The default target of every request type, see V4__targets.sql. */
  private static final Duration TARGET = Duration.ofSeconds(1);

  private static final long LONGEST_CONNECT_MILLIS = 2;

  /** A header whose end never comes. */
  private static final byte[] PART = "GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII);

  private static final Path DATA = Path.of("target", "connection-flood").toAbsolutePath();

  @TempDir private static Path folder;
  private static Arashi.Running service;
  private static URI address;
  private static String password;

  private final List<SocketChannel> flood = new ArrayList<>();
  private Selector connecting;

  @BeforeEach
  void open() throws IOException {
    connecting = Selector.open();
  }

  @BeforeAll
  static void start() throws IOException {
    long allowed = Descriptors.ofThisProcess().allowed();
    assumeTrue(
        allowed > CONNECTIONS + 1000,
        () -> "skipped, for ulimit -n is " + allowed + ", which is too few for the flood");
    Path small = Files.writeString(folder.resolve("small.conf"), "embedded.buffer-pool = 64 MiB");
    service =
        Arashi.startForLoad(
            List.of("run", "--port", "0", "--data", DATA.toString(), "--config", small.toString()));
    address = URI.create(service.await("Arashi is at (http://\\S+)"));
    password = service.await("password (\\S+)");
    service.await("Ctrl-C");
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.stop();
    }
  }

  @AfterEach
  void endFlood() throws IOException {
    for (SocketChannel channel : flood) {
      channel.close();
    }
    connecting.close();
  }

  @Test
  void servesNewUsersBesideSilentConnections() throws Exception {
    flood(new byte[0]);
    assertNewcomersAreServed();
  }

  @Test
  void servesNewUsersBesideHeadersThatNeverEnd() throws Exception {
    flood(PART);
    assertNewcomersAreServed();
  }

  @Test
  void servesNewUsersWhileTheFloodGoesOn() throws Exception {
    flood(PART);
    for (int i = 0; i < NEWCOMERS; i++) {
      for (int j = 0; j < CONNECTIONS / NEWCOMERS; j++) {
        flood.get(i * CONNECTIONS / NEWCOMERS + j).close();
        flood.add(connect(j, PART));
      }
      assertThat(timed(ConnectionFloodTest::signInPage)).isLessThan(TARGET);
    }
  }

  @Test
  void keepsSignedInUsers() throws Exception {
    Client user = new Client(address);
    user.signIn(DemoAccounts.NAME, password);
    flood(new byte[0]);
    assertThat(timed(() -> user.get("/mail"))).isLessThan(TARGET);
  }

  private void flood(byte[] sent) throws IOException {
    for (int i = 0; i < CONNECTIONS; i++) {
      flood.add(connect(i, sent));
    }
  }

  /** The pace leaves the backlog of the service some room; who finds none there does not wait. */
  private SocketChannel connect(int number, byte[] sent) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    byte[] from = {127, 0, 0, (byte) (2 + number % ADDRESSES)};
    channel.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
    boolean connected =
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()));
    if (!connected) {
      SelectionKey key = channel.register(connecting, SelectionKey.OP_CONNECT);
      connecting.select(LONGEST_CONNECT_MILLIS);
      connecting.selectedKeys().clear();
      connected = channel.finishConnect();
      key.cancel();
    }
    if (connected) {
      channel.write(ByteBuffer.wrap(sent));
    }
    return channel;
  }

  private static void assertNewcomersAreServed() {
    for (int i = 0; i < NEWCOMERS; i++) {
      assertThat(timed(ConnectionFloodTest::signInPage)).isLessThan(TARGET);
    }
    Client user = new Client(address);
    user.signIn(DemoAccounts.NAME, password);
    assertThat(timed(() -> user.get("/mail"))).isLessThan(TARGET);
  }

  /** Over a connection of its own. */
  private static void signInPage() {
    String page =
        RawHttp.exchange(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()),
            "GET /login HTTP/1.1",
            "Host: " + address.getAuthority(),
            "Connection: close");
    assertThat(page).startsWith("HTTP/1.1 200 ").contains("action=\"/login\"");
  }

  private static Duration timed(Runnable request) {
    long start = System.nanoTime();
    request.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
