package gnutella.routing;

import java.time.Duration;

/**
 * What the router goes by.
 *
 * @param maxTtl hops that a broadcast may make in all; what asks for more is cut
 * @param memory what it remembers of packets that came
 * @param pings how they are answered
 * @param passing what is passed on
 * @param queue what may wait for a neighbour
 */
public record RoutingRules(
    int maxTtl, Memory memory, Pings pings, Passing passing, QueueLimits queue) {

  /** Checks the values. */
  public RoutingRules {
    if (maxTtl < 1 || maxTtl > 127) {
      throw new IllegalArgumentException("max-ttl = " + maxTtl + ", must be from 1 to 127");
    }
  }

  /**
   * What is remembered of packets, so that others find their way.
   *
   * @param routes ids of pings, and as many of queries
   * @param servents whose pushes can be routed
   * @param maxAge after which an id or a servent is forgotten
   */
  public record Memory(int routes, int servents, Duration maxAge) {
    /** Checks the values. */
    public Memory {
      if (maxAge.toSeconds() < 1) {
        throw new IllegalArgumentException("max-age = " + maxAge + ", at least 1 s");
      }
    }

    /** So many ids, 2¹⁶ servents, for 10 minutes. */
    public static Memory of(int routes) {
      return new Memory(routes, 1 << 16, Duration.ofMinutes(10));
    }
  }

  /**
   * How pings are answered.
   *
   * @param pongs that answer one, from the cache; 0 for none, then every ping is broadcast
   * @param cache hosts in the cache
   * @param maxAge after which a pong is not given any more
   * @param interval in which a neighbour is answered one ping; zero to answer all
   */
  public record Pings(int pongs, int cache, Duration maxAge, Duration interval) {
    /** Checks the values. */
    public Pings {
      if (pongs < 0 || interval.isNegative()) {
        throw new IllegalArgumentException(
            "pongs = %d and ping-interval = %s, not negative".formatted(pongs, interval));
      }
    }

    /** So many pongs from a cache of 200, at most a minute old, once in an interval. */
    public static Pings of(int pongs, Duration interval) {
      return new Pings(pongs, 200, Duration.ofMinutes(1), interval);
    }
  }

  /**
   * What is passed on besides pings, and queries to those who route.
   *
   * @param queriesToLeaves whether leaves get queries, for no routing tables of theirs are kept
   * @param vendor whether vendors' messages that may go further are broadcast
   * @param unknown the same for types that are not known
   */
  public record Passing(boolean queriesToLeaves, boolean vendor, boolean unknown) {}

  /**
   * TTL 7; 2¹⁸ ids of each kind (4 MB); 10 pongs from the cache, no more than once a second;
   * queries to all, and what is not known is dropped.
   */
  public static RoutingRules defaults() {
    return new RoutingRules(
        7,
        Memory.of(1 << 18),
        Pings.of(10, Duration.ofSeconds(1)),
        new Passing(true, false, false),
        QueueLimits.defaults());
  }

  /** The same with other limits of the outgoing queues. */
  public RoutingRules withQueue(QueueLimits limits) {
    return new RoutingRules(maxTtl, memory, pings, passing, limits);
  }

  /** The same with another treatment of pings. */
  public RoutingRules withPings(Pings treatment) {
    return new RoutingRules(maxTtl, memory, treatment, passing, queue);
  }

  /** The same with another memory. */
  public RoutingRules withMemory(Memory size) {
    return new RoutingRules(maxTtl, size, pings, passing, queue);
  }

  /** The same with other things passed on. */
  public RoutingRules withPassing(Passing passed) {
    return new RoutingRules(maxTtl, memory, pings, passed, queue);
  }
}
