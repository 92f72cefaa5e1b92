package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.Reach;

/** Who is at the other end of a connection, as the router sees it: somebody to send to. */
public abstract class Neighbour {
  private final OutgoingQueue queue;
  private final boolean leaf;
  private final Reach reach;
  private volatile int number = RouteTable.NONE;
  private long answeredPingAt = Long.MIN_VALUE;

  /**
   * A neighbour that has not joined yet.
   *
   * @param leaf whether it routes nothing, so that pings make no sense there
   * @param reach of its address, which says whom it may name to us
   */
  protected Neighbour(QueueLimits limits, boolean leaf, Reach reach) {
    this.queue = new OutgoingQueue(limits);
    this.leaf = leaf;
    this.reach = reach;
  }

  /** Offers a packet, under this TTL and hops; what becomes of it depends on who waits. */
  public final void send(Packet packet, int ttl, int hops) {
    switch (queue.offer(packet, ttl, hops)) {
      case CALL -> drain();
      case HURRY -> drainNow();
      case OVERFLOW -> tooSlow();
      default -> {}
    }
  }

  /**
   * The queue is not empty any more: have it drained, {@link OutgoingQueue#answered} first. Any
   * thread.
   */
  protected abstract void drain();

  /**
   * Much waits by now: have it drained before others that were called. Any thread. As it was
   * called, it need not do anything.
   */
  protected void drainNow() {}

  /** More waits for it than may: give it up. Any thread; called once. */
  protected abstract void tooSlow();

  /** What waits for it. */
  public final OutgoingQueue queue() {
    return queue;
  }

  /** True if it routes nothing. */
  public final boolean isLeaf() {
    return leaf;
  }

  final Reach reach() {
    return reach;
  }

  /** What it is called in routes; {@link RouteTable#NONE} while it has not joined. */
  public final int number() {
    return number;
  }

  /** Reads where it lies; the result means nothing. */
  final int touch() {
    return number;
  }

  final void number(int given) {
    number = given;
  }

  /** Whether it may be answered a ping now; by the thread that routes what comes from it. */
  final boolean mayPing(long now, long intervalNanos) {
    if (answeredPingAt != Long.MIN_VALUE && now - answeredPingAt < intervalNanos) {
      return false;
    }
    answeredPingAt = now;
    return true;
  }
}
