package gnutella.routing;

import static org.assertj.core.api.Assertions.assertThat;

import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import gnutella.protocol.QueryHits;
import gnutella.protocol.Reach;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class RouterTest {
  private static final Host OWN = new Host(0x0a000001, 6346);
  private static final Guid ID = new Guid(11, 12);
  private static final Guid SERVENT = new Guid(0xabc, 0xdef);
  private static final int NET = 0x0b000000; // 11.0.0.0, globally reachable
  private static final long SECOND = 1_000_000_000L;

  private final TestNeighbour a = new TestNeighbour();
  private final TestNeighbour b = new TestNeighbour();
  private final TestNeighbour c = new TestNeighbour();
  private final TestNeighbour leaf = TestNeighbour.leaf();
  private Router router = router(RoutingRules.defaults());

  private Router router(RoutingRules rules) {
    Router made = new Router(rules, 10, new Random(1));
    made.own(OWN);
    List.of(a, b, c, leaf).forEach(made::join);
    return made;
  }

  private static Packet query(int ttl, int hops) {
    return new Message.Query(0, "storm").packet(ID, ttl, hops);
  }

  private static Packet hits(Guid id, int ttl) {
    return new QueryHits(6346, 1, 100, List.of(), "", SERVENT).packet(id, ttl, 0);
  }

  private static Packet ping(Guid id, int ttl, int hops) {
    return new Message.Ping().packet(id, ttl, hops);
  }

  private static Packet pong(Guid id, int number) {
    return pong(id, new Host(NET + number, 6346));
  }

  private static Packet pong(Guid id, Host host) {
    return new Message.Pong(host.port(), host.address(), 5, 6, "").packet(id, 3, 0);
  }

  /** Returns the id of the router's own ping. */
  private Guid asked(TestNeighbour who) {
    router.ask(who, 7, 0);
    List<Packet> received = who.received();
    return received.get(received.size() - 1).guid();
  }

  private static void assertThatItGot(TestNeighbour who, PacketType type, int ttl, int hops) {
    List<Packet> received = who.received();
    assertThat(received).hasSize(1);
    assertThat(received.get(0).type()).isEqualTo(type);
    assertThat(received.get(0).ttl()).isEqualTo(ttl);
    assertThat(received.get(0).hops()).isEqualTo(hops);
  }

  @Test
  void aQueryReachesAllOthersOnceWithOneHopMore() {
    assertThat(router.route(query(5, 2), a, 0)).isEqualTo(Verdict.ROUTED);

    assertThat(a.received()).isEmpty();
    assertThatItGot(b, PacketType.QUERY, 4, 3);
    assertThatItGot(c, PacketType.QUERY, 4, 3);
    assertThatItGot(leaf, PacketType.QUERY, 4, 3);
  }

  @Test
  void toFetchAheadChangesNothing() {
    router.route(query(5, 2), a, 0);
    router.route(hits(ID, 5), b, 0);
    List.of(a, b, c, leaf).forEach(TestNeighbour::received);
    Packet push = new Message.Push(SERVENT, 1, 2, 3, "").packet(new Guid(8, 8), 5, 0);
    Packet unknown = new Message.Opaque(0x77, "").packet(new Guid(9, 9), 5, 0);
    Packet[] packets = {
      query(5, 2), hits(ID, 5), push, ping(new Guid(7, 7), 5, 0), pong(ID, 1), unknown
    };

    router.prefetch(packets.length).fetch(packets, packets.length, 0);

    assertThat(List.of(a, b, c, leaf)).allMatch(neighbour -> neighbour.received().isEmpty());
    assertThat(router.route(packets[0], c, 0)).isEqualTo(Verdict.DUPLICATE);
    assertThat(router.route(packets[1], c, 0)).isEqualTo(Verdict.ROUTED);
    assertThatItGot(a, PacketType.QUERY_HITS, 4, 1);
    assertThat(router.route(push, a, 0)).isEqualTo(Verdict.ROUTED);
    assertThat(router.route(packets[3], a, 0)).as("no duplicate").isEqualTo(Verdict.ROUTED);
    assertThat(router.route(packets[4], a, 0)).isEqualTo(Verdict.NO_ROUTE);
  }

  @Test
  void toFetchAheadForWhoHasGoneDoesNoHarm() {
    router.route(query(5, 2), a, 0);
    router.leave(a);
    Packet[] packets = {hits(ID, 5)};

    router.prefetch(packets.length).fetch(packets, packets.length, 0);

    assertThat(router.route(packets[0], b, 0)).isEqualTo(Verdict.NO_ROUTE);
  }

  @Test
  void aQueryThatWasHereBeforeGoesNoFurther() {
    router.route(query(5, 2), a, 0);
    b.received();

    assertThat(router.route(query(5, 2), c, 0)).isEqualTo(Verdict.DUPLICATE);
    assertThat(router.route(query(5, 2), a, 0)).isEqualTo(Verdict.DUPLICATE);
    assertThat(b.received()).isEmpty();
  }

  @Test
  void aPacketWhoseTtlHasRunOutIsNotForwarded() {
    assertThat(router.route(query(0, 3), a, 0)).isEqualTo(Verdict.EXPIRED);
    assertThat(router.route(query(1, 3), a, 0)).isEqualTo(Verdict.EXPIRED);
    assertThat(b.received()).isEmpty();

    Guid other = new Guid(3, 4);
    router.route(new Message.Query(0, "x").packet(other, 3, 0), b, 0);
    a.received();
    b.received();
    assertThat(router.route(hits(other, 1), a, 0)).isEqualTo(Verdict.EXPIRED);
    assertThat(b.received()).isEmpty();
  }

  @Test
  void aTtlThatAsksForMoreHopsThanAllowedIsCut() {
    router.route(query(200, 2), a, 0);
    assertThatItGot(b, PacketType.QUERY, 4, 3);

    Packet far = new Message.Query(0, "x").packet(new Guid(3, 4), 5, 7);
    assertThat(router.route(far, a, 0)).isEqualTo(Verdict.EXPIRED);
  }

  @Test
  void hitsGoBackTheWayTheirQueryCame() {
    router.route(query(5, 2), b, 0);
    List.of(a, c, leaf).forEach(TestNeighbour::received);

    assertThat(router.route(hits(ID, 4), c, SECOND)).isEqualTo(Verdict.ROUTED);

    assertThatItGot(b, PacketType.QUERY_HITS, 3, 1);
    assertThat(a.received()).isEmpty();
  }

  @Test
  void hitsOfAnUnknownQueryHaveNoRoute() {
    assertThat(router.route(hits(ID, 4), c, 0)).isEqualTo(Verdict.NO_ROUTE);
  }

  @Test
  void aPushGoesToTheServentWhoseHitsCame() {
    router.route(query(5, 2), b, 0);
    router.route(hits(ID, 4), c, 0);
    List.of(a, b, c).forEach(TestNeighbour::received);
    Packet push = new Message.Push(SERVENT, 7, 1, 6346, "").packet(new Guid(8, 9), 4, 0);

    assertThat(router.route(push, b, SECOND)).isEqualTo(Verdict.ROUTED);

    assertThatItGot(c, PacketType.PUSH, 3, 1);
    assertThat(a.received()).isEmpty();
    Packet stranger = new Message.Push(ID, 7, 1, 6346, "").packet(new Guid(8, 9), 4, 0);
    assertThat(router.route(stranger, b, SECOND)).isEqualTo(Verdict.NO_ROUTE);
  }

  @Test
  void whatAnswersOneWhoHasGoneHasNoRouteThoughAnotherTookHisPlace() {
    router.route(query(5, 2), b, 0);
    router.leave(b);
    TestNeighbour next = new TestNeighbour();
    router.join(next);
    for (int i = 0; i < 10; i++) { // through all slots
      TestNeighbour other = new TestNeighbour();
      router.join(other);
      router.leave(other);
    }

    assertThat(router.route(hits(ID, 4), c, 0)).isEqualTo(Verdict.NO_ROUTE);
    assertThat(next.received()).isEmpty();
  }

  @Test
  void takesNoMoreNeighboursThanItMay() {
    for (int i = 0; i < 6; i++) {
      assertThat(router.join(new TestNeighbour())).isTrue();
    }
    assertThat(router.join(new TestNeighbour())).isFalse();
    assertThat(router.size()).isEqualTo(10);

    router.leave(a);
    router.leave(a);
    assertThat(router.size()).isEqualTo(9);
    assertThat(router.join(new TestNeighbour())).isTrue();
    assertThat(router.join(new TestNeighbour())).isFalse();
  }

  @Test
  void aPingIsAnsweredAndBroadcastWhileFewHostsAreKnown() {
    assertThat(router.route(ping(ID, 4, 0), a, 0)).isEqualTo(Verdict.ROUTED);

    assertThatItGot(a, PacketType.PONG, 1, 0);
    assertThatItGot(b, PacketType.PING, 3, 1);
    assertThat(leaf.received()).as("a leaf routes nothing").isEmpty();
    assertThat(router.route(pong(ID, 77), b, 0)).isEqualTo(Verdict.ROUTED);
    assertThatItGot(a, PacketType.PONG, 2, 1);
  }

  @Test
  void aPingOfOneHopIsAnsweredOnly() {
    assertThat(router.route(ping(ID, 1, 0), a, 0)).isEqualTo(Verdict.ANSWERED);

    Message own = Message.of(a.received().get(0)).orElseThrow();
    assertThat(own).isEqualTo(new Message.Pong(OWN.port(), OWN.address(), 0, 0, ""));
    assertThat(b.received()).isEmpty();
  }

  @Test
  void aPingIsAnsweredFromTheCacheWithHostsThatOthersKnow() {
    Guid asked = asked(b);
    for (int i = 1; i <= 40; i++) {
      router.route(pong(asked, i), b, 0);
      router.route(pong(asked, 1000 + i), a, 0);
    }

    assertThat(router.route(ping(ID, 4, 0), a, 0)).isEqualTo(Verdict.ANSWERED);

    List<Packet> pongs = a.received();
    assertThat(pongs).hasSize(1 + 10).allMatch(pong -> pong.guid().equals(ID));
    assertThat(pongs.subList(1, 11))
        .allMatch(pong -> ((Message.Pong) Message.of(pong).orElseThrow()).address() <= NET + 40)
        .allMatch(pong -> pong.hops() == 1 && pong.ttl() == 6);
    assertThat(b.received()).isEmpty();
    assertThat(router.knownHosts(0)).hasSizeLessThanOrEqualTo(80).contains(firstHost(pongs));
  }

  /** Returns the host of the first pong that is not the router's own. */
  private static Host firstHost(List<Packet> pongs) {
    Message.Pong pong = (Message.Pong) Message.of(pongs.get(1)).orElseThrow();
    return new Host(pong.address(), pong.port());
  }

  @Test
  void hostsThatWereHeardOfLongAgoAreForgotten() {
    Guid asked = asked(b);
    for (int i = 1; i <= 40; i++) {
      router.route(pong(asked, i), b, 0);
    }

    assertThat(router.knownHosts(60 * SECOND)).isNotEmpty();
    assertThat(router.knownHosts(61 * SECOND)).isEmpty();
    assertThat(router.route(ping(ID, 4, 0), a, 61 * SECOND)).isEqualTo(Verdict.ROUTED);
  }

  @Test
  void answersANeighbourOnePingASecond() {
    router.route(ping(ID, 1, 0), a, 0);

    assertThat(router.route(ping(ID, 1, 0), a, SECOND - 1)).isEqualTo(Verdict.REFUSED);
    assertThat(router.route(ping(ID, 1, 0), b, SECOND - 1)).isEqualTo(Verdict.ANSWERED);
    assertThat(router.route(ping(ID, 1, 0), a, SECOND)).isEqualTo(Verdict.ANSWERED);
  }

  @Test
  void pongsThatAnswerOurOwnPingsEndHere() {
    router.ask(a, 7, 0);
    Packet asked = a.received().get(0);

    assertThat(asked.type()).isEqualTo(PacketType.PING);
    assertThat(router.route(pong(asked.guid(), 5), a, 0)).isEqualTo(Verdict.ANSWERED);
    assertThat(router.knownHosts(0)).containsExactly(new Host(NET + 5, 6346));
  }

  @Test
  void aPongThatNobodyAskedForIsNotKept() {
    for (int i = 1; i <= 40; i++) {
      assertThat(router.route(pong(new Guid(i, 0), i), b, 0)).isEqualTo(Verdict.NO_ROUTE);
    }

    assertThat(router.knownHosts(0)).isEmpty();
    assertThat(router.route(ping(ID, 4, 0), a, 0)).as("few are known").isEqualTo(Verdict.ROUTED);
  }

  @Test
  void whoIsFarAwayNamesNoHostsThatAreNear() {
    Host here = new Host(0x7f000001, 25);
    Host inside = new Host(0xc0a80001, 80);
    Host noPort = new Host(NET + 3, 0);
    Host everywhere = new Host(NET + 2, 6346);
    Host group = new Host(0xe0000001, 6346);
    List<Host> named = List.of(here, inside, noPort, everywhere, group);

    assertThat(knownOf(named, Reach.GLOBAL)).containsExactly(everywhere);
    assertThat(knownOf(named, Reach.PRIVATE)).containsExactlyInAnyOrder(inside, everywhere);
    assertThat(knownOf(named, Reach.LOOPBACK)).containsExactlyInAnyOrder(here, inside, everywhere);
  }

  /**
   * Returns the hosts accepted from a neighbour of this reach that names {@code named} in reply to
   * the router's own ping.
   */
  private List<Host> knownOf(List<Host> named, Reach reach) {
    TestNeighbour who = new TestNeighbour(reach);
    router = router(RoutingRules.defaults());
    router.join(who);
    Guid asked = asked(who);
    named.forEach(host -> router.route(pong(asked, host), who, 0));
    return router.knownHosts(0);
  }

  @Test
  void whatNeighboursOnlyTellEachOtherEndsHereUnlessARuleSaysOtherwise() {
    Packet vendor = new Message.Opaque(0x31, "VENDxxxx").packet(ID, 3, 0);
    Packet unknown = new Message.Opaque(0xcd, "x").packet(new Guid(4, 4), 3, 0);
    assertThat(router.route(vendor, a, 0)).isEqualTo(Verdict.IGNORED);
    assertThat(router.route(unknown, a, 0)).isEqualTo(Verdict.IGNORED);

    router =
        router(RoutingRules.defaults().withPassing(new RoutingRules.Passing(true, true, true)));
    assertThat(router.route(vendor, a, 0)).isEqualTo(Verdict.ROUTED);
    assertThat(router.route(vendor, b, 0)).isEqualTo(Verdict.DUPLICATE);
    assertThat(router.route(unknown, a, 0)).isEqualTo(Verdict.ROUTED);
    assertThat(b.received()).extracting(Packet::code).containsExactly(0x31, 0xcd);
    Packet near = new Message.Opaque(0x31, "VENDxxxx").packet(new Guid(5, 5), 1, 0);
    assertThat(router.route(near, a, 0)).isEqualTo(Verdict.IGNORED);
  }

  @Test
  void extensionsArePassedOnAsTheyCame() {
    Message.Query query =
        new Message.Query(0x80, "storm", "urn:\u001c\u00c3\u0083SCPA\u0002", true);

    router.route(query.packet(ID, 5, 0), a, 0);

    assertThat(Message.of(b.received().get(0))).contains(query);
  }

  @Test
  void queriesThatWaitAreSentOnWhenTheyAreReleased() {
    List<Runnable> waiting = new ArrayList<>();
    router.querySink(
        (query, ttl, from) -> {
          Packet kept = query.copy();
          return waiting.size() < 1 && waiting.add(() -> router.release(kept, ttl, from));
        });

    assertThat(router.route(query(5, 2), a, 0)).isEqualTo(Verdict.QUEUED);
    Packet next = new Message.Query(0, "x").packet(new Guid(3, 4), 5, 7 - 5);
    assertThat(router.route(next, a, 0)).isEqualTo(Verdict.REFUSED);
    assertThat(b.received()).isEmpty();
    waiting.forEach(Runnable::run);
    assertThatItGot(b, PacketType.QUERY, 4, 3);
  }

  @Test
  void aNeighbourThatIsTooSlowIsGivenUp() {
    TestNeighbour slow = new TestNeighbour(new QueueLimits(100, 100), false);
    router.join(slow);
    for (int i = 0; i < 50; i++) {
      router.route(new Message.Query(0, "x").packet(new Guid(i, i), 5, 0), a, 0);
    }

    assertThat(slow.overflows).isEqualTo(1);
    assertThat(slow.calls).isEqualTo(1);
  }

  @Test
  void routingAllocatesNothing() throws JMException {
    router =
        router(
            RoutingRules.defaults()
                .withPings(RoutingRules.Pings.of(10, Duration.ZERO))
                .withQueue(new QueueLimits(1 << 10, 1 << 30)));
    Packet query = query(5, 0);
    Packet ping = ping(new Guid(1, 1), 5, 0);
    Packet pong = pong(new Guid(1, 1), 3);
    java.nio.ByteBuffer id = java.nio.ByteBuffer.wrap(query.toBytes());
    query.wrap(id, 0);
    Runnable round =
        () -> {
          for (int i = 0; i < 10_000; i++) {
            id.putLong(0, i).putLong(8, i);
            router.route(query, a, 0);
            router.route(ping, a, 0);
            router.route(pong, b, 0);
          }
        };
    round.run();

    long before = allocatedBytes();
    router = router(RoutingRules.defaults().withPings(RoutingRules.Pings.of(10, Duration.ZERO)));
    long own = allocatedBytes() - before;
    before = allocatedBytes();
    round.run();

    assertThat(own).as("the meter works").isPositive();
    assertThat(allocatedBytes() - before).as("bytes for 30,000 packets").isLessThan(1_000_000);
  }

  /** Bytes allocated by this thread so far. */
  private static long allocatedBytes() throws JMException {
    return (long)
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(
                new ObjectName("java.lang:type=Threading"), "CurrentThreadAllocatedBytes");
  }
}
