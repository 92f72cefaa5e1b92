package gnutella.routing;

import java.time.Duration;

/**
 * What the router goes by.
 *
 * @param maxTtl hops that a broadcast may make in all; what asks for more is cut
 * @param routes ids of pings, and as many of queries, that are remembered
 * @param servents whose pushes can be routed
 * @param maxAge after which an id or a servent is forgotten
 * @param pongs a ping is answered with, from the cache; 0 for none, then every ping is broadcast
 * @param pongCache hosts in the cache
 * @param pongMaxAge after which a pong is not given any more
 * @param pingInterval in which a neighbour is answered one ping; zero to answer all
 * @param queriesToLeaves whether leaves get queries, for no routing tables of theirs are kept
 * @param passVendor whether vendors' messages that may go further are broadcast
 * @param passUnknown the same for types that are not known
 * @param queue what may wait for a neighbour
 */
public record RoutingRules(
    int maxTtl,
    int routes,
    int servents,
    Duration maxAge,
    int pongs,
    int pongCache,
    Duration pongMaxAge,
    Duration pingInterval,
    boolean queriesToLeaves,
    boolean passVendor,
    boolean passUnknown,
    QueueLimits queue) {

  /** Checks the values. */
  public RoutingRules {
    if (maxTtl < 1 || maxTtl > 127) {
      throw new IllegalArgumentException("max-ttl = " + maxTtl + ", must be from 1 to 127");
    }
    if (pongs < 0 || pingInterval.isNegative() || maxAge.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "pongs = %d and ping-interval = %s, not negative; max-age = %s, at least 1 s"
              .formatted(pongs, pingInterval, maxAge));
    }
  }

  /**
   * TTL 7; 2¹⁸ ids of each kind (4 MB) for 10 minutes, 2¹⁶ servents; 10 pongs from a cache of 200,
   * at most a minute old, and no more than once a second; what is not known is dropped.
   */
  public static RoutingRules defaults() {
    return new RoutingRules(
        7,
        1 << 18,
        1 << 16,
        Duration.ofMinutes(10),
        10,
        200,
        Duration.ofMinutes(1),
        Duration.ofSeconds(1),
        true,
        false,
        false,
        QueueLimits.defaults());
  }

  /** The same with other limits of the outgoing queues. */
  public RoutingRules withQueue(QueueLimits limits) {
    return new RoutingRules(
        maxTtl,
        routes,
        servents,
        maxAge,
        pongs,
        pongCache,
        pongMaxAge,
        pingInterval,
        queriesToLeaves,
        passVendor,
        passUnknown,
        limits);
  }

  /** The same with another treatment of pings. */
  public RoutingRules withPings(int pongsPerPing, Duration interval) {
    return new RoutingRules(
        maxTtl,
        routes,
        servents,
        maxAge,
        pongsPerPing,
        pongCache,
        pongMaxAge,
        interval,
        queriesToLeaves,
        passVendor,
        passUnknown,
        queue);
  }

  /** The same with so many ids remembered. */
  public RoutingRules withRoutes(int ids) {
    return new RoutingRules(
        maxTtl,
        ids,
        servents,
        maxAge,
        pongs,
        pongCache,
        pongMaxAge,
        pingInterval,
        queriesToLeaves,
        passVendor,
        passUnknown,
        queue);
  }

  /** The same with vendors' messages and unknown types passed on or not. */
  public RoutingRules withPassing(boolean vendor, boolean unknown) {
    return new RoutingRules(
        maxTtl,
        routes,
        servents,
        maxAge,
        pongs,
        pongCache,
        pongMaxAge,
        pingInterval,
        queriesToLeaves,
        vendor,
        unknown,
        queue);
  }

  /** The same with queries sent to leaves or not. */
  public RoutingRules withQueriesToLeaves(boolean sent) {
    return new RoutingRules(
        maxTtl,
        routes,
        servents,
        maxAge,
        pongs,
        pongCache,
        pongMaxAge,
        pingInterval,
        sent,
        passVendor,
        passUnknown,
        queue);
  }
}
