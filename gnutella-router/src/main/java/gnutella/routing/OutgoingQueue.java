package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.nio.ByteBuffer;

/**
 * What waits to be sent to one neighbour, bounded. Any thread offers; one at a time drains. Packets
 * go as they came, as long as all of them can go at once: what waits longer, because the neighbour
 * is slow, is {@linkplain #sort sorted} by priority. Packets of one priority keep their order.
 *
 * <p>It knows whether somebody is on the way to drain it, so that he is called once and not for
 * each packet.
 */
@SuppressWarnings("EnumOrdinal") // indices of arrays that live no longer than the enums
public final class OutgoingQueue {

  /** What became of an offer. */
  public enum Offer {
    /** It waits until the queue is drained. */
    QUEUED,
    /** It waits, and somebody must be called to drain the queue. */
    CALL,
    /** So much waits by now that it should not wait for its turn. Said once until it is drained. */
    HURRY,
    /** The neighbour is slow, and this was not worth waiting for. */
    DROPPED,
    /** More waits than may; all of it is given up, and so should be the neighbour. Said once. */
    OVERFLOW
  }

  /** Worth a write of its own; less waits until it is its neighbour's turn. */
  static final int HURRY_BYTES = 16 << 10;

  private static final Priority[] PRIORITIES = Priority.values();

  private final QueueLimits limits;

  /** What came since nothing was left over, in that order. */
  private final PacketRing fresh = new PacketRing();

  /** What was left over, by priority. */
  private final PacketRing[] rings = new PacketRing[PRIORITIES.length];

  private final long[] dropped = new long[PacketType.values().length];
  private int bytes;
  private long packets;
  private boolean called;
  private boolean hurried;
  private boolean closed;

  /** An empty queue. */
  public OutgoingQueue(QueueLimits limits) {
    this.limits = limits;
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new PacketRing();
    }
  }

  /** Offers a copy of a packet, under this TTL and hops. */
  public synchronized Offer offer(Packet packet, int ttl, int hops) {
    PacketType type = packet.type();
    Priority priority = Priority.of(type);
    int limit = limits.of(priority);
    if (closed || bytes + packet.length() > limit) {
      dropped[type.ordinal()]++;
      if (closed || limit < limits.close()) {
        return Offer.DROPPED;
      }
      close();
      return Offer.OVERFLOW;
    }
    fresh.add(packet, ttl, hops);
    bytes += packet.length();
    packets++;
    if (!called) {
      called = true;
      return Offer.CALL;
    }
    if (!hurried && bytes >= HURRY_BYTES) {
      hurried = true;
      return Offer.HURRY;
    }
    return Offer.QUEUED;
  }

  /** Bytes of the packet that is next; 0 if there is none. */
  public synchronized int nextLength() {
    if (bytes == 0) {
      hurried = false;
      return 0;
    }
    return first().nextLength();
  }

  /** Moves as many whole packets as there is room for. */
  public synchronized void drainTo(ByteBuffer to) {
    while (bytes > 0) {
      int moved = first().moveTo(to);
      if (moved == 0) {
        return;
      }
      bytes -= moved;
    }
  }

  /** Puts what waits in the order of its priority; for when not all of it can go at once. */
  public synchronized void sort() {
    while (!fresh.isEmpty()) {
      fresh.moveTo(rings[Priority.of(fresh.nextType()).ordinal()]);
    }
  }

  /** Reads where it lies, without the lock; the result means nothing. */
  int touch() {
    return bytes;
  }

  /** Where an offer goes, to be read without the lock. */
  PacketRing fresh() {
    return fresh;
  }

  private PacketRing first() {
    for (PacketRing ring : rings) {
      if (!ring.isEmpty()) {
        return ring;
      }
    }
    return fresh;
  }

  /** Lets go of the memory of what does not wait; now and then, for it is soon needed again. */
  public synchronized void trim() {
    if (fresh.isEmpty()) {
      fresh.clear();
    }
    for (PacketRing ring : rings) {
      if (ring.isEmpty()) {
        ring.clear();
      }
    }
  }

  /** Whoever was called has come, or can't: the next offer calls again. */
  public synchronized void answered() {
    called = false;
  }

  /** Gives up what waits, and drops what is offered from now on. */
  public synchronized void close() {
    closed = true;
    bytes = 0;
    fresh.clear();
    for (PacketRing ring : rings) {
      ring.clear();
    }
  }

  /** Bytes that wait. */
  public synchronized int bytes() {
    return bytes;
  }

  /** Packets that were taken since the beginning. */
  public synchronized long packets() {
    return packets;
  }

  /** Packets of this type that were dropped since the beginning. */
  public synchronized long dropped(PacketType type) {
    return dropped[type.ordinal()];
  }

  /** Packets that were dropped since the beginning. */
  public synchronized long dropped() {
    long all = 0;
    for (long each : dropped) {
      all += each;
    }
    return all;
  }

  synchronized int heldBytes() {
    int held = fresh.heldBytes();
    for (PacketRing ring : rings) {
      held += ring.heldBytes();
    }
    return held;
  }
}
