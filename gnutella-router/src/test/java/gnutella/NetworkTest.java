package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import gnutella.protocol.QueryHits;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Five routers in a ring with a chord, which forms cycles of three, four and five, with a scripted
 * leaf at each:
 *
 * <pre>
 *        0 ──── 1
 *       / \      \
 *      4   ╲      2
 *       \    ╲   /
 *        └──── 3
 * </pre>
 */
@Timeout(120)
class NetworkTest {
  private static final int EDGES = 6;
  private static final Guid SERVENT = new Guid(0xabc, 0xdef);

  private final TestRouter[] routers = new TestRouter[5];
  private final Servent[] leaves = new Servent[5];
  private long ids;
  private long expected;

  @BeforeEach
  void connectAll() throws IOException {
    start(0);
    start(1, 0);
    start(2, 1);
    start(3, 2, 0);
    start(4, 3, 0);
    int[] degrees = {3, 2, 2, 3, 2};
    for (int i = 0; i < 5; i++) {
      TestRouter router = routers[i];
      int degree = degrees[i];
      TestRouter.await(() -> router.stages.peers() == degree);
    }
    for (int i = 0; i < 5; i++) {
      leaves[i] = routers[i].connect();
    }
  }

  /** Starts a router that wants exactly the given connections. */
  private void start(int index, int... others) throws IOException {
    List<Host> hosts =
        Arrays.stream(others).mapToObj(i -> Host.of(routers[i].address).orElseThrow()).toList();
    routers[index] =
        new TestRouter(
            GnutellaConfig.defaults()
                .withPeers(PeerLimits.defaults().withPeers(hosts.size(), 100))
                .withRouting(
                    RoutingRules.defaults().withPings(RoutingRules.Pings.of(10, Duration.ZERO)))
                .withCatcher(
                    HostCatcherConfig.defaults()
                        .withHosts(hosts)
                        .withPeriods(
                            Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofSeconds(1))));
    TestRouter started = routers[index];
    TestRouter.await(() -> started.stages.peers() == hosts.size());
  }

  @AfterEach
  void stopAll() throws IOException {
    for (Servent leaf : leaves) {
      if (leaf != null) {
        leaf.close();
      }
    }
    for (TestRouter router : routers) {
      if (router != null) {
        router.close();
      }
    }
  }

  private Guid newId() {
    return new Guid(0x5eed, ++ids);
  }

  private static Message query(String text) {
    return new Message.Query(0, text);
  }

  /** Sends a query from a leaf and waits until all routers have counted all copies of it. */
  private Guid flood(int leaf) throws IOException {
    // each router sends it to all its routers except its source
    return send(leaf, 7, 1 + 2 * EDGES - 5 + 1);
  }

  private Guid send(int leaf, int ttl, int copies) throws IOException {
    Guid id = newId();
    leaves[leaf].send(query("storm"), id, ttl, 0);
    expected += copies;
    TestRouter.await(() -> received(PacketType.QUERY) == expected);
    return id;
  }

  private long received(PacketType type) {
    return Arrays.stream(routers).mapToLong(router -> router.stages.traffic().count(type)).sum();
  }

  private long queries(Verdict verdict) {
    return Arrays.stream(routers)
        .mapToLong(router -> router.stages.traffic().count(PacketType.QUERY, verdict))
        .sum();
  }

  private static long copies(Servent leaf, Guid id) {
    return leaf.received.stream().filter(packet -> packet.guid().equals(id)).count();
  }

  @Test
  void aQueryReachesEveryoneOnceAndLoopsDie() throws IOException {
    Guid id = flood(0);
    assertThat(queries(Verdict.DUPLICATE)).as("copies that came in a circle").isEqualTo(4);

    Guid next = flood(1); // follows the copies of the first
    for (int i = 0; i < 5; i++) {
      if (i != 1) {
        leaves[i].await(next);
        assertThat(copies(leaves[i], id)).as("leaf " + i).isEqualTo(i == 0 ? 0 : 1);
      }
    }
    leaves[1].await(id);
    assertThat(copies(leaves[1], id)).isEqualTo(1);
  }

  @Test
  void hitsComeBackTheWayTheirQueryWentAndPushesArrive() throws IOException {
    Guid id = flood(4);
    Packet query = leaves[1].await(id);
    Message hits = new QueryHits(6346, 1, 100, List.of(), "\u00c3ext", SERVENT);
    leaves[1].send(hits, id, query.hops() + 2, 0);

    Packet back = leaves[4].await(packet -> packet.type() == PacketType.QUERY_HITS);

    assertThat(back.guid()).isEqualTo(id);
    assertThat(Message.of(back)).contains(hits);
    assertThat(back.hops()).as("as far as the query went").isEqualTo(query.hops());
    Message push = new Message.Push(SERVENT, 1, 2, 6346, "");
    leaves[4].send(push, newId(), back.hops() + 1, 0);
    assertThat(Message.of(leaves[1].await(packet -> packet.type() == PacketType.PUSH)))
        .contains(push);
    Guid fence = flood(1); // hits would come before it
    for (int other : new int[] {0, 2, 3}) {
      leaves[other].await(fence);
      assertThat(leaves[other].received)
          .noneMatch(packet -> packet.type() == PacketType.QUERY_HITS)
          .noneMatch(packet -> packet.type() == PacketType.PUSH);
    }
  }

  @Test
  void aPacketGoesNoFurtherThanItsTtl() throws IOException {
    Guid near = send(4, 2, 3); // to the routers next to 4, and no further
    assertThat(queries(Verdict.EXPIRED)).isEqualTo(2);
    Guid far = flood(4);
    for (int i = 0; i < 4; i++) {
      leaves[i].await(far);
      assertThat(copies(leaves[i], near)).isZero();
    }
  }

  @Test
  void aKilledRouterIsRoutedAround() throws IOException {
    Guid before = flood(2);
    leaves[0].await(before);
    routers[3].kill();
    TestRouter.await(() -> routers[0].stages.peers() == 3);

    Guid after = newId();
    leaves[2].send(query("again"), after, 7, 0);

    assertThat(leaves[0].await(after).type()).isEqualTo(PacketType.QUERY);
    assertThat(leaves[4].await(after).type()).isEqualTo(PacketType.QUERY);
    assertThat(leaves[1].await(after).type()).isEqualTo(PacketType.QUERY);
  }

  @Test
  void pongsOfTheWholeNetworkComeBack() throws IOException {
    Guid id = newId();
    List<Integer> ports = new ArrayList<>();
    leaves[2].send(new Message.Ping(), id, 7, 0);
    leaves[2].await(
        packet -> {
          if (packet.guid().equals(id) && packet.type() == PacketType.PONG) {
            ports.add(((Message.Pong) Message.of(packet).orElseThrow()).port());
          }
          return ports.stream().distinct().count() == 5;
        });

    assertThat(ports)
        .contains(Arrays.stream(routers).map(r -> r.address.getPort()).toArray(Integer[]::new));
  }
}
