package gnutella;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.PacketType;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A router under attack by one client with several loopback addresses. */
@Timeout(60)
class FloodTest {
  private static final int SILENT = 200;

  /** Longer than any test, so no time-out closes a connection. */
  private static final Duration NEVER = Duration.ofHours(1);

  private final List<Servent> servents = new ArrayList<>();
  private TestRouter router;

  @BeforeEach
  void needsManyAddresses() throws IOException {
    try (ServerSocket any = new ServerSocket()) {
      any.bind(new InetSocketAddress(address(2), 0));
    } catch (BindException e) {
      abort("this system's loopback has one address only: " + e.getMessage());
    }
  }

  @AfterEach
  void stop() throws IOException {
    for (Servent servent : servents) {
      servent.close();
    }
    if (router != null) {
      router.close();
    }
  }

  private static InetAddress address(int last) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
  }

  private void start(PeerLimits limits) throws IOException {
    router = new TestRouter(GnutellaConfig.defaults().withPeers(limits));
  }

  private static PeerLimits limits(int peers) {
    int handshakes = HandshakeLimits.defaults().max();
    return PeerLimits.defaults()
        .withPeers(0, peers)
        .withHandshake(new HandshakeLimits(handshakes, NEVER, 8 << 10));
  }

  private Servent kept(Servent servent) {
    servents.add(servent);
    return servent;
  }

  private Servent join(int from) throws IOException {
    int before = router.stages.peers();
    Servent servent = kept(Servent.connect(router.address, address(from)));
    TestRouter.await(() -> router.stages.peers() > before);
    return servent;
  }

  private void assertRefused(int from) throws IOException {
    assertThatThrownBy(() -> Servent.connect(router.address, address(from)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refused: GNUTELLA/0.6 503 ");
  }

  private void assertServes(Servent servent) throws IOException {
    Guid id = new Guid(1, servents.size());
    servent.send(new Message.Ping(), id, 1, 0);
    assertThat(servent.await(id).type()).isEqualTo(PacketType.PONG);
  }

  @Test
  void oneAddressTakesATenthOfThePeers() throws IOException {
    start(limits(30));
    for (int i = 0; i < 3; i++) {
      join(2);
    }
    assertRefused(2);
    assertServes(join(3));

    servents.remove(0).close();
    TestRouter.await(() -> router.stages.peers() == 3);
    join(2);
    assertRefused(2);
    assertThat(router.stages.peers()).isEqualTo(4);
  }

  @Test
  void oneAddressTakesNoMoreThanItsShareThoughItShakesHandsOfManyAtOnce() throws IOException {
    start(limits(30));
    List<Servent> atOnce = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Servent servent = kept(Servent.silent(router.address, address(2)));
      servent.sendText(Servent.CONNECT);
      assertThat(servent.readBlock()).startsWith("GNUTELLA/0.6 200 OK\r\n");
      atOnce.add(servent);
    }
    for (Servent servent : atOnce) {
      servent.sendText(Servent.OK);
    }
    TestRouter.await(() -> router.stages.connections() == 3);
    assertThat(router.stages.peers()).isEqualTo(3);
    assertServes(join(3));
  }

  @Test
  void oneAddressMayTakeAllIfThatIsConfigured() throws IOException {
    start(limits(5).withAddressShare(1));
    for (int i = 0; i < 5; i++) {
      join(2);
    }
    assertRefused(3);
  }

  @Test
  void manySilentConnectionsOfOneAddressDoNotDelayANewcomer() throws IOException {
    start(limits(100));
    for (int i = 0; i < SILENT; i++) {
      kept(Servent.silent(router.address, address(2)));
    }
    assertServes(join(3));
    TestRouter.await(() -> router.stages.pushedOut() == SILENT - 6);
  }

  @Test
  void manySilentConnectionsOfManyAddressesDoNotDelayANewcomer() throws IOException {
    start(limits(100));
    for (int i = 0; i < SILENT; i++) {
      kept(Servent.silent(router.address, address(10 + i / 5)));
    }
    assertServes(join(3));
    // Another processor may open some of them after the newcomer was served.
    TestRouter.await(() -> router.stages.pushedOut() >= SILENT - 64);
    TestRouter.await(() -> router.stages.connections() <= 1 + 64);
  }

  @Test
  void connectionsThatWereRefusedAndDoNotCloseDoNotDelayANewcomer() throws IOException {
    start(limits(1));
    Servent only = join(3);
    for (int i = 0; i < SILENT; i++) {
      Servent refused = kept(Servent.silent(router.address, address(10 + i / 5)));
      refused.sendText(Servent.CONNECT);
      assertThat(refused.readBlock()).startsWith("GNUTELLA/0.6 503 ");
    }
    only.close();
    TestRouter.await(() -> router.stages.peers() == 0);
    assertServes(join(3));
  }

  @Test
  void peersThatSaidByeAndDoNotCloseDoNotDelayANewcomer() throws IOException {
    start(limits(100));
    for (int i = 0; i < SILENT; i++) {
      join(10 + i / 5).send(new Message.Bye(200, "enough\0"), new Guid(0, 0), 1, 0);
      TestRouter.await(() -> router.stages.peers() == 0);
    }
    assertServes(join(3));
  }
}
