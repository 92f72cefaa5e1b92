package gnutella.routing;

import java.time.Duration;

/**
 * Configuration of the router.
 *
 * @param maxTtl maximum hops of a broadcast; higher TTLs are cut
 * @param memory sizes of the route tables
 * @param pings treatment of pings
 * @param passing optional forwarding
 * @param queue limits of a neighbour's queue
 */
public record RoutingRules(
    int maxTtl, Memory memory, Pings pings, Passing passing, QueueLimits queue) {

  public RoutingRules {
    if (maxTtl < 1 || maxTtl > 127) {
      throw new IllegalArgumentException("max-ttl = " + maxTtl + ", must be from 1 to 127");
    }
  }

  /**
   * Sizes of the route tables.
   *
   * @param routes ids of pings, and as many of queries
   * @param servents servents whose pushes can be routed
   * @param maxAge age at which an id or a servent expires
   */
  public record Memory(int routes, int servents, Duration maxAge) {
    public Memory {
      if (maxAge.toSeconds() < 1) {
        throw new IllegalArgumentException("max-age = " + maxAge + ", must be at least 1 s");
      }
    }

    /** {@code routes} ids, 2¹⁶ servents, 10 minutes. */
    public static Memory of(int routes) {
      return new Memory(routes, 1 << 16, Duration.ofMinutes(10));
    }
  }

  /**
   * Treatment of pings.
   *
   * @param pongs cached pongs per answer; 0 broadcasts every ping
   * @param cache hosts in the cache
   * @param maxAge age at which a pong expires
   * @param interval minimum time between answered pings of a neighbour; zero answers all
   */
  public record Pings(int pongs, int cache, Duration maxAge, Duration interval) {
    public Pings {
      if (pongs < 0 || interval.isNegative()) {
        throw new IllegalArgumentException(
            "pongs = %d and ping-interval = %s must not be negative".formatted(pongs, interval));
      }
    }

    /** {@code pongs} pongs from a cache of 200, at most a minute old, one answer per interval. */
    public static Pings of(int pongs, Duration interval) {
      return new Pings(pongs, 200, Duration.ofMinutes(1), interval);
    }
  }

  /**
   * Optional forwarding, beyond pings and queries to routing neighbours.
   *
   * @param queriesToLeaves whether leaves get queries; the router keeps no routing tables of theirs
   * @param vendor whether vendor messages with TTL left are broadcast
   * @param unknown the same for unknown types
   */
  public record Passing(boolean queriesToLeaves, boolean vendor, boolean unknown) {}

  /**
   * TTL 7; 2¹⁸ ids of each kind (4 MB); 10 pongs from the cache, at most once a second; queries to
   * all; unknown types are dropped.
   */
  public static RoutingRules defaults() {
    return new RoutingRules(
        7,
        Memory.of(1 << 18),
        Pings.of(10, Duration.ofSeconds(1)),
        new Passing(true, false, false),
        QueueLimits.defaults());
  }

  /** Returns a copy with other limits of the outgoing queues. */
  public RoutingRules withQueue(QueueLimits limits) {
    return new RoutingRules(maxTtl, memory, pings, passing, limits);
  }

  /** Returns a copy with another treatment of pings. */
  public RoutingRules withPings(Pings treatment) {
    return new RoutingRules(maxTtl, memory, treatment, passing, queue);
  }

  /** Returns a copy with other table sizes. */
  public RoutingRules withMemory(Memory size) {
    return new RoutingRules(maxTtl, size, pings, passing, queue);
  }

  /** Returns a copy with other optional forwarding. */
  public RoutingRules withPassing(Passing passed) {
    return new RoutingRules(maxTtl, memory, pings, passed, queue);
  }
}
