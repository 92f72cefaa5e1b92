package gnutella.routing;

import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Chooses the destinations of each packet and puts it into their queues. Any number of threads.
 * Never blocks; allocates nothing per packet.
 *
 * <ul>
 *   <li>Ping: answered with this router's pong and cached ones; broadcast if there are too few.
 *   <li>Query: broadcast once, to all neighbours except its source.
 *   <li>Pong, query hits: to the neighbour that sent the ping or query of that id.
 *   <li>Push: to the neighbour that sent hits of that servent.
 * </ul>
 *
 * <p>Each hop decrements the TTL, and a packet with TTL 0 is not forwarded, so packets die even in
 * a cyclic network. RFC-Gnutella 0.6, §2.2.
 */
public final class Router {
  private static final long SECOND = 1_000_000_000L;

  /** The route of this router's own pings: their pongs end here. */
  private static final int OURSELVES = 1;

  /** Queues queries for later release, each with the TTL to forward it with. */
  @FunctionalInterface
  public interface QuerySink {
    /**
     * Offers a query; false if it is refused. An implementation must copy the packet to keep it,
     * and must not block.
     */
    boolean offer(Packet query, int ttl, Neighbour from);
  }

  private final RoutingRules rules;
  private final RandomGenerator random;
  private final Neighbours neighbours;
  private final RouteTable pings;
  private final RouteTable queries;
  private final RouteTable servents;
  private final PongCache pongs;
  private volatile OwnPong own; // null without a listener
  private QuerySink querySink;

  /**
   * Creates a router without neighbours.
   *
   * @param maxNeighbours maximum number of connected neighbours
   * @param random source of ids and hash seeds; used by any thread
   */
  public Router(RoutingRules rules, int maxNeighbours, RandomGenerator random) {
    int seconds = (int) rules.memory().maxAge().toSeconds();
    this.rules = rules;
    this.random = random;
    this.neighbours = new Neighbours(maxNeighbours);
    this.pings = new RouteTable(rules.memory().routes(), seconds, random.nextLong());
    this.queries = new RouteTable(rules.memory().routes(), seconds, random.nextLong());
    this.servents = new RouteTable(rules.memory().servents(), seconds, random.nextLong());
    this.pongs = new PongCache(rules.pings().cache(), rules.pings().maxAge().toNanos());
  }

  /**
   * Sets the address of this router's listener. Before this, answers to pings contain no own pong.
   */
  public void own(Host host) {
    own = new OwnPong(host);
  }

  /** The address of this router's listener. */
  public Optional<Host> own() {
    return Optional.ofNullable(own).map(OwnPong::host);
  }

  /** Sets the sink that queries pass before they are forwarded. Call before the first packet. */
  public void querySink(QuerySink sink) {
    querySink = sink;
  }

  /** Adds a neighbour; false if the limit is reached. */
  public boolean join(Neighbour neighbour) {
    return neighbours.add(neighbour);
  }

  /** Removes a neighbour. Packets routed to it later have no route. */
  public void leave(Neighbour neighbour) {
    neighbours.remove(neighbour);
  }

  /** Number of neighbours. */
  public int size() {
    return neighbours.all().length;
  }

  /** The neighbours; not to be modified. */
  public Neighbour[] neighbours() {
    return neighbours.all();
  }

  /** Recently seen hosts whose source may name them. */
  public List<Host> knownHosts(long now) {
    return pongs.hosts(now);
  }

  /**
   * Routes a packet.
   *
   * @param now monotonic time in nanoseconds
   */
  public Verdict route(Packet packet, Neighbour from, long now) {
    if (packet.ttl() == 0) {
      return Verdict.EXPIRED;
    }
    return switch (packet.type()) {
      case PING -> ping(packet, from, now);
      case PONG -> pong(packet, from, now);
      case QUERY -> query(packet, from, now);
      case QUERY_HITS -> hits(packet, from, now);
      case PUSH -> back(packet, wayBack(packet, now));
      case BYE -> Verdict.BYE;
      case QUERY_ROUTES -> Verdict.IGNORED;
      case VENDOR, STANDARD_VENDOR -> other(packet, from, now, rules.passing().vendor());
      case UNKNOWN -> other(packet, from, now, rules.passing().unknown());
    };
  }

  /** Creates a prefetcher for one routing thread, for up to {@code most} packets at once. */
  public Prefetch prefetch(int most) {
    return new Prefetch(this, most);
  }

  /** Reads what routing the packet will look up, to prefetch it; the result is meaningless. */
  int touch(Packet packet) {
    return table(packet.type()).touch(high(packet), low(packet));
  }

  /** The probable neighbour number of a packet's way back; NONE if the packet is not a reply. */
  int guess(Packet packet, long now) {
    PacketType type = packet.type();
    return type == PacketType.PING || type == PacketType.QUERY
        ? RouteTable.NONE
        : table(type).guess(high(packet), low(packet), second(now));
  }

  /** The probable neighbour with this number; null if there is none. */
  Neighbour guess(int number) {
    return number == OURSELVES ? null : neighbours.guess(number);
  }

  /** The table that routes packets of this type or detects their duplicates. */
  private RouteTable table(PacketType type) {
    return switch (type) {
      case PING, PONG -> pings;
      case PUSH -> servents;
      default -> queries;
    };
  }

  /** First half of the packet's look-up key. */
  private static long high(Packet packet) {
    return packet.type() == PacketType.PUSH ? packet.payloadLong(0) : packet.guidHigh();
  }

  /** Second half of the packet's look-up key. */
  private static long low(Packet packet) {
    return packet.type() == PacketType.PUSH ? packet.payloadLong(8) : packet.guidLow();
  }

  /** Returns null if no neighbour has this number. */
  private Neighbour neighbour(int number) {
    return number == RouteTable.NONE || number == OURSELVES ? null : neighbours.get(number);
  }

  private static int second(long now) {
    return (int) (now / SECOND);
  }

  // ---- broadcast

  private Verdict ping(Packet ping, Neighbour from, long now) {
    if (!from.mayPing(now, rules.pings().interval().toNanos())) {
      return Verdict.REFUSED;
    }
    int ttl = ttlLeft(ping);
    boolean answered = answerOurselves(ping, from);
    if (ttl <= 0) {
      return answered ? Verdict.ANSWERED : Verdict.EXPIRED;
    }
    int most = rules.pings().pongs();
    if (most > 0 && pongs.answer(ping, from, most, now) == most) {
      return Verdict.ANSWERED;
    }
    if (!pings.add(ping.guidHigh(), ping.guidLow(), from.number(), second(now))) {
      return Verdict.DUPLICATE;
    }
    broadcast(ping, from, ttl, false);
    return Verdict.ROUTED;
  }

  private boolean answerOurselves(Packet ping, Neighbour from) {
    OwnPong known = own;
    if (known != null) {
      known.answer(ping, from);
    }
    return known != null;
  }

  private Verdict query(Packet query, Neighbour from, long now) {
    if (!queries.add(query.guidHigh(), query.guidLow(), from.number(), second(now))) {
      return Verdict.DUPLICATE;
    }
    int ttl = ttlLeft(query);
    if (ttl <= 0) {
      return Verdict.EXPIRED;
    }
    if (querySink != null) {
      return querySink.offer(query, ttl, from) ? Verdict.QUEUED : Verdict.REFUSED;
    }
    broadcast(query, from, ttl, rules.passing().queriesToLeaves());
    return Verdict.ROUTED;
  }

  /** Forwards a query that waited in the sink. */
  public void release(Packet query, int ttl, Neighbour from) {
    broadcast(query, from, ttl, rules.passing().queriesToLeaves());
  }

  private Verdict other(Packet packet, Neighbour from, long now, boolean passed) {
    int ttl = ttlLeft(packet);
    if (!passed || ttl <= 0) {
      return Verdict.IGNORED;
    }
    if (!queries.add(packet.guidHigh(), packet.guidLow(), from.number(), second(now))) {
      return Verdict.DUPLICATE;
    }
    broadcast(packet, from, ttl, false);
    return Verdict.ROUTED;
  }

  private int ttlLeft(Packet packet) {
    return Math.min(packet.ttl(), rules.maxTtl() - packet.hops()) - 1;
  }

  private void broadcast(Packet packet, Neighbour from, int ttl, boolean toLeaves) {
    int hops = packet.hops() + 1;
    for (Neighbour neighbour : toLeaves ? neighbours.all() : neighbours.ultrapeers()) {
      if (neighbour != from) {
        neighbour.send(packet, ttl, hops);
      }
    }
  }

  /** Sends a ping to a neighbour; {@code ttl} limits how far it travels. */
  public void ask(Neighbour neighbour, int ttl, long now) {
    Guid guid = Guid.random(random);
    pings.add(guid.high(), guid.low(), OURSELVES, second(now));
    neighbour.send(new Message.Ping().packet(guid, ttl, 0), ttl, 0);
  }

  // ---- back

  private Verdict pong(Packet pong, Neighbour from, long now) {
    int number = wayBack(pong, now);
    if (number != RouteTable.NONE) { // else unsolicited
      pongs.put(pong, from, now);
    }
    return back(pong, number);
  }

  private Verdict hits(Packet hits, Neighbour from, long now) {
    int servent = hits.payloadLength() - 16;
    servents.set(
        hits.payloadLong(servent), hits.payloadLong(servent + 8), from.number(), second(now));
    return back(hits, wayBack(hits, now));
  }

  /** The number of the neighbour on the packet's way back. */
  private int wayBack(Packet packet, long now) {
    return table(packet.type()).find(high(packet), low(packet), second(now));
  }

  private Verdict back(Packet packet, int number) {
    if (number == OURSELVES) {
      return Verdict.ANSWERED;
    }
    Neighbour to = neighbour(number);
    if (to == null) {
      return Verdict.NO_ROUTE;
    }
    if (packet.ttl() == 1 || packet.hops() == 255) {
      return Verdict.EXPIRED;
    }
    to.send(packet, packet.ttl() - 1, packet.hops() + 1);
    return Verdict.ROUTED;
  }
}
