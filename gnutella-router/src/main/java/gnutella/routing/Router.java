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
 * Decides where each packet goes, and puts it into the queues of those neighbours. Any number of
 * threads; nothing blocks, and nothing is allocated for a packet.
 *
 * <ul>
 *   <li>Ping: answered with our pong and those in the cache; if there are too few, broadcast.
 *   <li>Query: broadcast to all neighbours but the one it came from, once.
 *   <li>Pong, query-hits: to the neighbour from which the ping or query of that id came.
 *   <li>Push: to the neighbour from which the hits of that servent came.
 * </ul>
 *
 * <p>Each hop takes one from the TTL, and a packet that has none left goes no further; so whatever
 * circles the network has, packets die. RFC-Gnutella 0.6, §2.2.
 */
public final class Router {
  private static final long SECOND = 1_000_000_000L;

  /** Whom pongs come back to that answer our own pings. */
  private static final int OURSELVES = 1;

  /** Takes queries that are to wait for their turn, each with the TTL it goes on with. */
  @FunctionalInterface
  public interface QuerySink {
    /** False if the query is refused; a copy is needed to keep it. Must not block. */
    boolean offer(Packet query, int ttl, Neighbour from);
  }

  private final RoutingRules rules;
  private final RandomGenerator random;
  private final Neighbours neighbours;
  private final RouteTable pings;
  private final RouteTable queries;
  private final RouteTable servents;
  private final PongCache pongs;
  private volatile OwnPong own; // null if we take no connections
  private QuerySink querySink;

  /**
   * A router without neighbours.
   *
   * @param maxNeighbours who can be connected at the same time
   * @param random for ids, and for the hashes of the tables; any thread may use it
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

  /** Says where we take connections; before that, pings are not answered with a pong of our own. */
  public void own(Host host) {
    own = new OwnPong(host);
  }

  /** Where we take connections. */
  public Optional<Host> own() {
    return Optional.ofNullable(own).map(OwnPong::host);
  }

  /** Sets what queries pass before they are sent on; before the first packet. */
  public void querySink(QuerySink sink) {
    querySink = sink;
  }

  /** Lets a neighbour take part; false if there are as many as there may be. */
  public boolean join(Neighbour neighbour) {
    return neighbours.add(neighbour);
  }

  /** What is routed to it from now on has no route. */
  public void leave(Neighbour neighbour) {
    neighbours.remove(neighbour);
  }

  /** How many take part. */
  public int size() {
    return neighbours.all().length;
  }

  /** Who takes part; not to be changed. */
  public Neighbour[] neighbours() {
    return neighbours.all();
  }

  /** Hosts that we heard of lately, from those who may name them. */
  public List<Host> knownHosts(long now) {
    return pongs.hosts(now);
  }

  /**
   * Routes a packet.
   *
   * @param now the clock's nanoseconds
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

  /** For a thread that routes; its look-ahead is bounded by a number of packets. */
  public Prefetch prefetch(int most) {
    return new Prefetch(this, most);
  }

  /** Reads what the routing of a packet will look up; the result means nothing. */
  int touch(Packet packet) {
    return table(packet.type()).touch(high(packet), low(packet));
  }

  /** The most likely number of whom the packet is sent back to; NONE if it is not of that kind. */
  int guess(Packet packet, long now) {
    PacketType type = packet.type();
    return type == PacketType.PING || type == PacketType.QUERY
        ? RouteTable.NONE
        : table(type).guess(high(packet), low(packet), second(now));
  }

  /** Who most likely has this number; null if nobody has. */
  Neighbour guess(int number) {
    return number == OURSELVES ? null : neighbours.guess(number);
  }

  /** What knows where packets of that type go, or were before. */
  private RouteTable table(PacketType type) {
    return switch (type) {
      case PING, PONG -> pings;
      case PUSH -> servents;
      default -> queries;
    };
  }

  /** First half of what it is looked up by. */
  private static long high(Packet packet) {
    return packet.type() == PacketType.PUSH ? packet.payloadLong(0) : packet.guidHigh();
  }

  /** Second half of it. */
  private static long low(Packet packet) {
    return packet.type() == PacketType.PUSH ? packet.payloadLong(8) : packet.guidLow();
  }

  /** Null for a number that is nobody's. */
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

  /** Sends on a query that waited in the sink. */
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

  /** Asks a neighbour, and those behind it, for hosts. */
  public void ask(Neighbour neighbour, int ttl, long now) {
    Guid guid = Guid.random(random);
    pings.add(guid.high(), guid.low(), OURSELVES, second(now));
    neighbour.send(new Message.Ping().packet(guid, ttl, 0), ttl, 0);
  }

  // ---- back

  private Verdict pong(Packet pong, Neighbour from, long now) {
    int number = wayBack(pong, now);
    if (number != RouteTable.NONE) { // else nobody asked for it
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

  /** The number of whom the packet is to be sent back to. */
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
