package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import gnutella.protocol.Deflation;
import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import gnutella.routing.QueueLimits;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.StageSnapshot;

/** One router and its clients. */
@Timeout(120)
class PeerTest {
  private static final Guid ID = new Guid(0x1234, 0x5678);
  private static final Message QUERY = new Message.Query(0, "storm");

  private TestRouter router;

  private TestRouter start(GnutellaConfig config) throws IOException {
    router = new TestRouter(config);
    return router;
  }

  @AfterEach
  void stop() {
    if (router != null) {
      router.close();
    }
  }

  @Test
  void packetsThatComeGluedToTheHandshakeAreNotLost() throws IOException {
    start(TestRouter.config());
    try (Servent other = router.connect();
        Servent servent = Servent.silent(router.address)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes((Servent.CONNECT + Servent.OK).getBytes(StandardCharsets.ISO_8859_1));
      all.writeBytes(QUERY.packet(ID, 3, 0).toBytes());
      servent.send(all.toByteArray());

      Packet query = other.await(ID);

      assertThat(query.ttl()).isEqualTo(2);
      assertThat(query.hops()).isEqualTo(1);
    }
  }

  @Test
  void aServentIsAPeerOnceWhateverItsAddresses() throws IOException {
    start(TestRouter.config());
    String connect = Servent.CONNECT.replace("\r\n\r\n", "\r\nGUID: " + ID + "\r\n\r\n");
    try (Servent first = Servent.silent(router.address)) {
      first.sendText(connect);
      assertThat(first.readBlock()).startsWith("GNUTELLA/0.6 200 OK\r\n");
      first.sendText(Servent.OK);
      TestRouter.await(() -> router.stages.peers() == 1);
      try (Servent second = Servent.silent(router.address)) {
        second.sendText(connect);
        assertThat(second.readBlock()).startsWith("GNUTELLA/0.6 403 Already connected\r\n");
      }
    }
    TestRouter.await(() -> router.stages.connections() == 0);

    try (Servent again = Servent.silent(router.address)) {
      again.sendText(connect + Servent.OK);
      TestRouter.await(() -> router.stages.peers() == 1);
    }
  }

  @Test
  void theOldHandshakeIsSpokenTooAndItsGluedPacketsAreNotLost() throws IOException {
    start(TestRouter.config());
    try (Servent other = router.connect();
        Servent servent = Servent.silent(router.address)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes("GNUTELLA CONNECT/0.4\n\n".getBytes(StandardCharsets.ISO_8859_1));
      all.writeBytes(QUERY.packet(ID, 3, 0).toBytes());
      servent.send(all.toByteArray());

      assertThat(servent.readBlock()).isEqualTo("GNUTELLA OK\n\n");
      assertThat(other.await(ID).type()).isEqualTo(PacketType.QUERY);
    }
  }

  @Test
  void bytesOneByOneAreReadAsWell() throws IOException {
    start(TestRouter.config());
    try (Servent other = router.connect();
        Servent servent = Servent.silent(router.address)) {
      for (char c : (Servent.CONNECT + Servent.OK).toCharArray()) {
        servent.sendText(String.valueOf(c));
      }
      for (byte b : QUERY.packet(ID, 3, 0).toBytes()) {
        servent.send(new byte[] {b});
      }

      assertThat(other.await(ID).type()).isEqualTo(PacketType.QUERY);
    }
  }

  @Test
  void aCompressedStreamIsRead() throws IOException {
    start(TestRouter.config());
    try (Servent other = router.connect();
        Servent servent = Servent.silent(router.address);
        Deflation deflation = new Deflation()) {
      servent.sendText(
          "GNUTELLA CONNECT/0.6\r\nAccept-Encoding: deflate\r\nX-Ultrapeer: False\r\n\r\n");
      assertThat(servent.readBlock())
          .contains("Content-Encoding: deflate")
          .contains("Accept-Encoding: deflate");
      servent.sendText("GNUTELLA/0.6 200 OK\r\nContent-Encoding: deflate\r\n\r\n");
      ByteBuffer piece = deflation.deflate(ByteBuffer.wrap(QUERY.packet(ID, 3, 0).toBytes()));
      byte[] bytes = new byte[piece.remaining()];
      piece.get(bytes);
      servent.send(bytes);

      assertThat(other.await(ID).type()).isEqualTo(PacketType.QUERY);
    }
  }

  @Test
  void aPeerWhoseCompressedStreamIsDamagedIsDropped() throws IOException {
    start(TestRouter.config());
    try (Servent servent = Servent.silent(router.address)) {
      servent.sendText("GNUTELLA CONNECT/0.6\r\nAccept-Encoding: deflate\r\n\r\n");
      servent.readBlock();
      servent.sendText("GNUTELLA/0.6 200 OK\r\nContent-Encoding: deflate\r\n\r\n");
      servent.send(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

      TestRouter.await(() -> router.stages.faultyPeers() == 1 && router.stages.peers() == 0);
    }
  }

  /** Connects a servent that compresses its output and reads uncompressed input. */
  private Servent connectDeflating() throws IOException {
    Servent servent = Servent.silent(router.address);
    servent.sendText(Servent.CONNECT);
    servent.readBlock();
    servent.sendText("GNUTELLA/0.6 200 OK\r\nContent-Encoding: deflate\r\n\r\n");
    return servent;
  }

  /**
   * Returns some KB that inflate to {@code copies} copies of a query of 1 KB, followed by one more
   * query.
   */
  private static byte[] bomb(int copies) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] copy = new Message.Query(0, "x".repeat(1000)).packet(new Guid(7, 7), 3, 0).toBytes();
    for (int i = 0; i < copies; i++) {
      all.writeBytes(copy);
    }
    all.writeBytes(QUERY.packet(ID, 3, 0).toBytes());
    try (Deflation deflation = new Deflation()) {
      ByteBuffer deflated = deflation.deflate(ByteBuffer.wrap(all.toByteArray()));
      byte[] bytes = new byte[deflated.remaining()];
      deflated.get(bytes);
      return bytes;
    }
  }

  private StageSnapshot routing() {
    return router.graph.snapshot().stage("gnutella-router");
  }

  @Test
  void whatAFewBytesInflateToIsRoutedInManyTurnsAndNothingOfItIsLost() throws IOException {
    int copies = 4_000;
    start(TestRouter.config());
    try (Servent other = router.connect();
        Servent servent = connectDeflating()) {
      byte[] bomb = bomb(copies);
      assertThat(bomb.length).isLessThan(copies * 1000 / 100);
      servent.send(bomb);

      assertThat(other.await(ID).type()).isEqualTo(PacketType.QUERY);

      TestRouter.await(() -> router.stages.traffic().count(PacketType.QUERY) == copies + 1);
      assertThat(routing().completed()).isGreaterThanOrEqualTo(copies * 1000 / (64 << 10));
      assertThat(router.stages.faultyPeers()).isZero();
    }
  }

  @Test
  void aPeerCanBeClosedBetweenTheTurnsOfWhatItsInputInflatesTo() throws IOException {
    start(
        TestRouter.config()
            .withPeers(PeerLimits.defaults().withPeers(0, 100).withInflatedBytes(1)));
    try (Servent servent = connectDeflating()) {
      servent.send(bomb(4_000)); // takes millions of turns
      TestRouter.await(() -> router.stages.traffic().count(PacketType.QUERY) > 0);

      router.stages.close();

      servent.await(packet -> packet.type() == PacketType.BYE);
      servent.awaitEnd();
    }
    TestRouter.await(() -> router.stages.connections() == 0);
    assertThat(routing().failed()).isZero();
  }

  @Test
  void whatIsNoPacketDropsThePeerWithAReasonAndTheRouterLives() throws IOException {
    start(TestRouter.config());
    try (Servent servent = router.connect();
        Servent other = router.connect()) {
      byte[] tooLong = QUERY.packet(ID, 3, 0).toBytes();
      tooLong[22] = 0x7f;
      servent.send(tooLong);

      Packet bye = servent.await(packet -> packet.type() == PacketType.BYE);

      assertThat(Message.of(bye)).contains(new Message.Bye(400, "packet too big\0"));
      servent.awaitEnd();
      other.send(new Message.Ping(), ID, 1, 0);
      assertThat(other.await(ID).type()).isEqualTo(PacketType.PONG);
    }
  }

  @Test
  void randomBytesDropPeersAndTheRouterLives() throws IOException {
    start(TestRouter.config());
    Random random = new Random(4);
    for (int i = 0; i < 50; i++) {
      try (Servent servent =
          random.nextBoolean() ? Servent.connect(router.address) : Servent.silent(router.address)) {
        byte[] bytes = new byte[40_000];
        random.nextBytes(bytes);
        try {
          servent.send(bytes);
        } catch (IOException expected) {
          // the connection was dropped before all was sent
        }
      }
    }
    TestRouter.await(() -> router.stages.peers() == 0 && router.stages.connections() == 0);

    try (Servent servent = router.connect()) {
      servent.send(new Message.Ping(), ID, 1, 0);
      assertThat(servent.await(ID).type()).isEqualTo(PacketType.PONG);
    }
  }

  @Test
  void whoSaysByeIsClosed() throws IOException {
    start(TestRouter.config());
    try (Servent servent = router.connect()) {
      servent.send(new Message.Bye(200, "enough\0"), new Guid(0, 0), 1, 0);

      servent.awaitEnd();
      TestRouter.await(() -> router.stages.connections() == 0);
    }
  }

  @Test
  void aRouterThatStopsSaysBye() throws IOException {
    start(TestRouter.config());
    try (Servent servent = router.connect()) {
      router.stages.close();

      Packet bye = servent.await(packet -> packet.type() == PacketType.BYE);
      assertThat(Message.of(bye)).contains(new Message.Bye(200, "Servent shutdown\0"));
      servent.awaitEnd();
    }
  }

  @Test
  void aRouterThatStopsDoesNotWaitForDearQueries() throws IOException {
    int sent = 4_000;
    start(TestRouter.config().withQuery(new QueryConfig(Duration.ofMillis(50), sent, 0)));
    try (Servent servent = router.connect()) {
      for (int i = 0; i < sent; i++) {
        servent.send(QUERY, new Guid(7, i), 3, 0);
      }
      TestRouter.await(() -> router.stages.traffic().count(PacketType.QUERY) == sent);

      router.stages.close();

      assertThat(router.stop(Duration.ofSeconds(60))).as("of the 200 that they cost").isTrue();
    }
  }

  @Test
  void whoIsOneTooManyIsToldWhomToTry() throws IOException {
    Host known = new Host(0x01020304, 6346);
    start(
        TestRouter.config()
            .withPeers(PeerLimits.defaults().withPeers(0, 1))
            .withCatcher(HostCatcherConfig.defaults().withHosts(List.of(known))));
    try (Servent first = router.connect();
        Servent second = Servent.silent(router.address)) {
      second.sendText(Servent.CONNECT);

      assertThat(second.readBlock())
          .startsWith("GNUTELLA/0.6 503 ")
          .contains("X-Try: 1.2.3.4:6346\r\n");
      second.awaitEnd();
      first.send(new Message.Ping(), ID, 1, 0);
      assertThat(first.await(ID).type()).isEqualTo(PacketType.PONG);
    }
  }

  @Test
  void aPeerThatDoesNotReadIsDroppedAndTheOthersAreServed() throws IOException {
    start(
        TestRouter.config()
            .withRouting(RoutingRules.defaults().withQueue(new QueueLimits(20_000, 20_000))));
    try (Servent slow = router.connect();
        Servent source = router.connect()) {
      int sent = 0;
      Message query = new Message.Query(0, "x".repeat(1000));
      while (router.stages.slowPeers() == 0) {
        source.send(query, new Guid(7, ++sent), 3, 0);
      }
      TestRouter.await(() -> router.stages.peers() == 1);
      assertThat(slow.received).isEmpty();
      long flood = sent; // its rest must not reach the next peer
      TestRouter.await(() -> router.stages.traffic().count(PacketType.QUERY) == flood);

      try (Servent next = router.connect()) {
        source.send(query, ID, 3, 0);
        assertThat(next.await(ID).type()).isEqualTo(PacketType.QUERY);
      }
    }
  }

  @Test
  void theStatusPageSaysWhatCame() throws IOException {
    start(TestRouter.config());
    try (Servent servent = router.connect()) {
      servent.send(new Message.Ping(), ID, 1, 0);
      servent.await(ID);
      TestRouter.await(() -> router.stages.traffic().count(Verdict.ANSWERED) == 1);

      assertThat(get("/")).contains("<h1>Gnutella router</h1><p>Peers: 1;");
      assertThat(get("/metrics"))
          .contains("gnutella_packets_total{type=\"ping\",verdict=\"answered\"} 1\n")
          .contains("gnutella_peers 1\n");
      assertThat(get("/graph")).contains("\"gnutella-router\"");
    }
  }

  @Test
  void theStatusPageIsNotForTheNameOfAnotherSite() throws IOException {
    start(TestRouter.config().withStatusHosts(Set.of("router.example")));

    for (String path : List.of("/", "/metrics", "/graph")) {
      assertThat(get("evil.example", path)).startsWith("HTTP/1.1 421 ").contains("status-hosts");
      assertThat(get("router.example", path)).startsWith("HTTP/1.1 200 ");
    }
  }

  private String get(String path) throws IOException {
    return get("localhost", path);
  }

  private String get(String host, String path) throws IOException {
    try (Socket socket = new Socket(router.status.getAddress(), router.status.getPort())) {
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
