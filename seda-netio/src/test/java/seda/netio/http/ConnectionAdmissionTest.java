package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.netio.ConnectionLimits;

/**
 * Eviction of connections when room is short. Time is virtual: a time-out closes a connection only
 * if the test lets it pass.
 */
@Timeout(120)
class ConnectionAdmissionTest {
  private static final Duration MOMENT = Duration.ofMillis(150);
  private static final Duration LATER = Duration.ofSeconds(3);
  private static final String UPLOAD =
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n";

  private final List<Client> clients = new ArrayList<>();
  private final Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();
  private TestServer server;

  private void start(UnaryOperator<ConnectionLimits> room) throws IOException {
    start(room, UnaryOperator.identity());
  }

  private void start(UnaryOperator<ConnectionLimits> room, UnaryOperator<HttpServer> before)
      throws IOException {
    server =
        TestServer.with()
            .virtualTime()
            .config(
                c ->
                    c.withTcp(c.tcp().withConnectionLimits(room.apply(c.tcp().connectionLimits()))))
            .before(before)
            .start(this::answer);
  }

  @AfterEach
  void stop() throws IOException {
    for (Client client : clients) {
      client.close();
    }
    server.close();
  }

  /** {@code /user} marks its client as known; {@code /held} is answered by the test. */
  private void answer(HttpExchange exchange) {
    switch (exchange.request().path()) {
      case "/held" -> held.add(exchange);
      case "/big" -> exchange.respond(HttpResponse.of(200).body("a/b", new byte[20_000_000]));
      case "/user" -> {
        exchange.markKnown();
        TestServer.echo(exchange);
      }
      default -> TestServer.echo(exchange);
    }
  }

  private Client connect() throws IOException {
    return connectFrom(1);
  }

  /** Connects from 127.0.0.{@code host}, a separate address for the server. */
  private Client connectFrom(int host) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.bind(
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), 0));
    socket.connect(server.address());
    Client client = new Client(socket);
    clients.add(client);
    return client;
  }

  /** Newcomers at the limit wait briefly at most. */
  private void passTimeUntil(BooleanSupplier condition) {
    server.settleUntil(
        () -> {
          boolean fulfilled = condition.getAsBoolean();
          if (!fulfilled) {
            server.advance(MOMENT);
          }
          return fulfilled;
        });
  }

  /** Returns a connection that was answered and is idle. */
  private Client served(String path) throws IOException {
    server.advance(MOMENT);
    Client client = connect();
    assertServed(client, path);
    server.settle();
    return client;
  }

  private static void assertServed(Client client, String path) throws IOException {
    assertThat(client.get(path).response().status()).isEqualTo(200);
  }

  private void assertClosed(Client client) throws IOException {
    server.settle();
    assertThat(client.isEnded()).isTrue();
  }

  /** Opens {@code count} silent connections from ten addresses. */
  private void connectSilently(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      connectFrom(2 + i % 10);
    }
    passTimeUntil(() -> server.http.statistics().accepted() == clients.size());
    server.advance(MOMENT); // later connections are younger
  }

  @Test
  void servesNewcomersAtOnceWhileSilentConnectionsFillTheRoom() throws Exception {
    start(room -> room.withLimit(200).withPerAddress(1000));
    connectSilently(300);

    for (int i = 0; i < 20; i++) {
      served("/" + i);
      assertThat(server.http.statistics().open()).isLessThanOrEqualTo(200);
    }
    assertThat(server.http.statistics().evicted()).isGreaterThanOrEqualTo(120);
  }

  @Test
  void closesTheConnectionThatHasBeenIdleLongest() throws Exception {
    start(room -> room.withLimit(5).withHighWater(0.8));
    List<Client> idle = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      idle.add(served("/" + i));
      server.advance(LATER);
    }
    assertServed(idle.get(0), "/again");
    server.settle();

    served("/newcomer");

    assertClosed(idle.get(1));
    assertServed(idle.get(0), "/");
    assertServed(idle.get(2), "/");
    assertServed(idle.get(3), "/");
    assertThat(server.http.statistics().evicted()).isEqualTo(1);
  }

  /**
   * Both processors see the shortage, and one of them ends it: with an odd number of connections
   * the newcomer is on one processor and the longest idle connection on the other.
   */
  @Test
  void closesOneConnectionForEachNewcomer() throws Exception {
    start(room -> room.withLimit(6).withHighWater(0.9));
    for (int i = 0; i < 5; i++) {
      served("/" + i);
    }
    for (int newcomers = 1; newcomers <= 200; newcomers++) {
      server.advance(LATER);
      served("/newcomer");
      server.settle();
      assertThat(server.http.statistics().evicted()).isEqualTo(newcomers);
    }
  }

  @Test
  void takesAHeaderThatTricklesInForSilence() throws Exception {
    start(room -> room.withLimit(5).withHighWater(0.8));
    Client slow = connect().send("GET / HTTP/1.1\r\n");
    server.awaitOpen(1);
    for (int i = 0; i < 3; i++) {
      server.advance(Duration.ofSeconds(2));
      slow.send("X-Slow: 1\r\n");
      served("/" + i);
    }

    served("/newcomer");

    assertClosed(slow);
  }

  @Test
  void closesStrangersBeforeSignedInUsers() throws Exception {
    start(room -> room.withLimit(20));
    List<Client> users = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      users.add(served("/user"));
    }
    server.advance(LATER); // strangers are closed first, although they are younger
    connectSilently(100);

    for (Client user : users) {
      assertServed(user, "/");
    }
    assertServed(connect(), "/newcomer");
  }

  @Test
  void keepsAShareOfTheRoomForSignedInUsers() throws Exception {
    start(room -> room.withLimit(20).withKnownShare(0.5));
    connectSilently(40);
    server.advance(LATER);
    served("/");
    server.settleUntil(() -> server.http.statistics().open() <= 10); // the strangers' part

    List<Client> users = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      users.add(served("/user"));
    }
    server.advance(LATER);
    connectSilently(40);

    for (Client user : users) {
      assertServed(user, "/");
    }
  }

  @Test
  void closesEvenSignedInConnectionsForANewcomer() throws Exception {
    start(room -> room.withLimit(10));
    Client oldest = served("/user");
    server.advance(LATER);
    for (int i = 0; i < 20; i++) {
      served("/user");
    }

    assertClosed(oldest);
    served("/newcomer");
  }

  @Test
  void closesNoConnectionThatWaitsForItsAnswer() throws Exception {
    start(room -> room.withLimit(10));
    List<Client> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      waiting.add(connect().get("/held"));
    }
    server.settleUntil(() -> held.size() == 6);
    server.advance(LATER);
    connectSilently(40);
    assertServed(connect(), "/newcomer");

    held.forEach(TestServer::echo);

    for (Client client : waiting) {
      assertThat(client.response().status()).isEqualTo(200);
    }
  }

  @Test
  void acceptsAWaitingClientOnceAConnectionIsIdle() throws Exception {
    start(room -> room.withLimit(3));
    for (int i = 0; i < 3; i++) {
      connect().get("/held");
    }
    server.settleUntil(() -> held.size() == 3);
    Client waiting = connect().get("/");
    server.settle();
    assertThat(server.http.statistics().accepted()).isEqualTo(3);

    TestServer.echo(held.poll());
    passTimeUntil(() -> server.http.statistics().accepted() == 4);

    assertThat(waiting.response().status()).isEqualTo(200);
  }

  @Test
  void closesABodyThatHasStoppedComingButNotOneThatComes() throws Exception {
    start(room -> room.withLimit(3).withHighWater(0.7));
    Client coming = connect().send(UPLOAD);
    Client stopped = connect().send(UPLOAD);
    server.awaitOpen(2);
    server.advance(LATER);
    coming.send(new byte[64 << 10]);
    server.settle();

    served("/newcomer");

    assertClosed(stopped);
    coming.send(new byte[900_000 - (64 << 10)]);
    assertThat(coming.response().status()).isEqualTo(200);
  }

  @Test
  void closesAnUnreadAnswer() throws Exception {
    start(room -> room.withLimit(3).withHighWater(0.7));
    Client stopped = connect().get("/big");
    assertThat(stopped.head().status()).isEqualTo(200);
    server.settle();
    server.advance(LATER);
    Client idle = served("/");

    served("/newcomer");

    server.settleUntil(() -> server.http.statistics().evicted() == 1);
    assertServed(idle, "/");
  }

  @Test
  void lingeringConnectionsMakeRoom() throws Exception {
    start(room -> room.withLimit(5));
    for (int i = 0; i < 20; i++) {
      server.advance(MOMENT);
      assertThat(connect().send("nonsense\r\n\r\n").response().status()).isEqualTo(400);
    }
    served("/newcomer");
  }

  // ---- one address

  @Test
  void oneAddressHasItsPartAndNoMore() throws Exception {
    start(room -> room.withLimit(100).withPerAddress(5));
    List<Client> greedy = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      greedy.add(connectFrom(7));
      assertServed(greedy.get(i), "/" + i);
      server.advance(LATER);
    }

    for (int i = 0; i < 3; i++) {
      assertClosed(greedy.get(i)); // its own oldest connections
    }
    server.awaitOpen(5);
    for (int i = 3; i < 8; i++) {
      assertServed(greedy.get(i), "/");
    }
    for (int i = 0; i < 5; i++) {
      assertServed(connectFrom(8), "/" + i);
    }
    assertThat(server.http.statistics().turnedAway()).isZero();
  }

  @Test
  void turnsAnAddressAwayThatUsesAllItMayHave() throws Exception {
    start(room -> room.withLimit(100).withPerAddress(2));
    connectFrom(7).get("/held");
    connectFrom(7).get("/held");
    server.settleUntil(() -> held.size() == 2);

    Client refused = connectFrom(7); // whose request may come later
    server.settle();
    assertThat(refused.response().status()).isEqualTo(503);
    assertThat(refused.isEnded()).isTrue();
    assertThat(server.http.statistics().turnedAway()).isEqualTo(1);
    assertServed(connectFrom(8), "/");

    TestServer.echo(held.poll());
    server.settle();
    assertServed(connectFrom(7), "/");
  }

  @Test
  void manyConnectionsAfterAnotherDoNotUseUpTheirAddressesPart() throws Exception {
    start(room -> room.withPerAddress(2));
    for (int i = 0; i < 20; i++) {
      Client client = connectFrom(7).get("/");
      assertThat(client.response().status()).isEqualTo(200);
      client.close();
    }
    server.awaitOpen(0);
    assertThat(server.http.statistics().turnedAway()).isZero();
  }

  // ---- behind a proxy

  private void startBehindProxy(int perAddress) throws IOException {
    start(
        room -> room.withLimit(100).withPerAddress(perAddress),
        http ->
            http.behindProxies(
                address -> address.getHostAddress().equals("127.0.0.9"),
                (head, proxy) -> {
                  String client = head.header("X-Forwarded-For");
                  return client == null ? proxy : literal(client);
                }));
  }

  private static InetAddress literal(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Client forwarded(String client, String path) throws IOException {
    return connectFrom(9)
        .send("GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + client + "\r\n\r\n");
  }

  private Client beginUpload(String client) throws IOException {
    String forwarded = "X-Forwarded-For: " + client + "\r\nContent-Length: 9\r\n\r\n";
    return connectFrom(9).send("POST / HTTP/1.1\r\nHost: a\r\n" + forwarded);
  }

  @Test
  void aProxyMayHaveMoreConnectionsThanAnAddress() throws Exception {
    startBehindProxy(2);
    for (int i = 0; i < 10; i++) {
      assertServed(connectFrom(9), "/" + i);
    }
    server.awaitOpen(10);
  }

  @Test
  void limitsTheRequestsThatAreInProgressOfAClientBehindAProxy() throws Exception {
    startBehindProxy(2);
    Client first = forwarded("192.0.2.1", "/held");
    beginUpload("192.0.2.1");
    server.settleUntil(() -> held.size() == 1);
    server.settle();

    Client third = forwarded("192.0.2.1", "/");
    assertThat(third.response().status()).isEqualTo(429);
    assertThat(forwarded("192.0.2.2", "/").response().status()).isEqualTo(200);

    TestServer.echo(held.poll());
    assertThat(first.response().status()).isEqualTo(200);
    assertServed(third, "/"); // the proxy's connection stays open
    assertThat(forwarded("192.0.2.1", "/").response().status()).isEqualTo(200);
  }

  @Test
  void aClientBehindAProxyThatGoesAwayGivesBackItsPart() throws Exception {
    startBehindProxy(1);
    for (int i = 0; i < 5; i++) {
      Client gone = beginUpload("192.0.2.1");
      server.awaitOpen(1);
      gone.close();
      server.awaitOpen(0);
    }
    assertThat(forwarded("192.0.2.1", "/").response().status()).isEqualTo(200);
  }
}
