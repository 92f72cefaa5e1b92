package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.Reach;

/** The remote end of a connection, as the router sees it: a destination of packets. */
public abstract class Neighbour {
  private final OutgoingQueue queue;
  private final boolean leaf;
  private final Reach reach;
  private volatile int number = RouteTable.NONE;
  private long answeredPingAt = Long.MIN_VALUE;

  /**
   * Creates a neighbour that has not joined yet.
   *
   * @param leaf whether it routes nothing, so pings to it are pointless
   * @param reach of its address; limits the hosts it may name
   */
  protected Neighbour(QueueLimits limits, boolean leaf, Reach reach) {
    this.queue = new OutgoingQueue(limits);
    this.leaf = leaf;
    this.reach = reach;
  }

  /** Offers a packet with this TTL and hops; the queue may drop it. */
  public final void send(Packet packet, int ttl, int hops) {
    switch (queue.offer(packet, ttl, hops)) {
      case CALL -> drain();
      case HURRY -> drainNow();
      case OVERFLOW -> tooSlow();
      default -> {}
    }
  }

  /**
   * Schedules a drain, which must call {@link OutgoingQueue#answered} first. Called when the queue
   * becomes non-empty. Any thread.
   */
  protected abstract void drain();

  /**
   * Schedules a drain ahead of other scheduled ones, because much is queued. Any thread. May do
   * nothing, since {@link #drain} was called before.
   */
  protected void drainNow() {}

  /** Ends the connection, because its queue exceeds the limit. Any thread; called once. */
  protected abstract void tooSlow();

  /** The outgoing queue. */
  public final OutgoingQueue queue() {
    return queue;
  }

  /** True if the neighbour routes nothing. */
  public final boolean isLeaf() {
    return leaf;
  }

  final Reach reach() {
    return reach;
  }

  /** Its number in routes; {@link RouteTable#NONE} before it joins. */
  public final int number() {
    return number;
  }

  /** Reads the neighbour's memory to prefetch it; the result is meaningless. */
  final int touch() {
    return number;
  }

  final void number(int given) {
    number = given;
  }

  /**
   * True if a ping may be answered now. Called by the thread that routes this neighbour's packets.
   */
  final boolean mayPing(long now, long intervalNanos) {
    if (answeredPingAt != Long.MIN_VALUE && now - answeredPingAt < intervalNanos) {
      return false;
    }
    answeredPingAt = now;
    return true;
  }
}
