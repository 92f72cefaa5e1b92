package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.nio.ByteBuffer;

/**
 * The bounded queue of packets to one neighbour. Any thread offers; one thread at a time drains.
 * Packets leave in order of arrival while a drain takes all of them. If the neighbour is slow, the
 * remaining packets are {@linkplain #sort sorted} by priority. Packets of the same priority keep
 * their order.
 *
 * <p>The queue records whether a drain is scheduled, so it is requested once and not per packet.
 */
@SuppressWarnings("EnumOrdinal") // indices of arrays in memory only
public final class OutgoingQueue {

  /** The result of an offer. */
  public enum Offer {
    /** Queued; a drain is scheduled already. */
    QUEUED,
    /** Queued; the caller must schedule a drain. */
    CALL,
    /**
     * Queued; so much is queued that a drain should not wait for its turn. Returned once per drain.
     */
    HURRY,
    /** Dropped: the neighbour is slow and the packet has low priority. */
    DROPPED,
    /** Limit exceeded: the queue is discarded; close the connection. Returned once. */
    OVERFLOW
  }

  /** Amount that justifies a write of its own. Less waits for the neighbour's turn. */
  static final int HURRY_BYTES = 16 << 10;

  private static final Priority[] PRIORITIES = Priority.values();

  private final QueueLimits limits;

  /** Packets since the last complete drain, in order of arrival. */
  private final PacketRing fresh = new PacketRing();

  /** Packets left by an incomplete drain, by priority. */
  private final PacketRing[] rings = new PacketRing[PRIORITIES.length];

  private final long[] dropped = new long[PacketType.values().length];
  private int bytes;
  private long packets;
  private boolean called;
  private boolean hurried;
  private boolean closed;

  /** Creates an empty queue. */
  public OutgoingQueue(QueueLimits limits) {
    this.limits = limits;
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new PacketRing();
    }
  }

  /** Offers a copy of a packet with this TTL and hops. */
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

  /** Length of the next packet in bytes; 0 if the queue is empty. */
  public synchronized int nextLength() {
    if (bytes == 0) {
      hurried = false;
      return 0;
    }
    return first().nextLength();
  }

  /** Moves as many whole packets as fit into {@code to}. */
  public synchronized void drainTo(ByteBuffer to) {
    while (bytes > 0) {
      int moved = first().moveTo(to);
      if (moved == 0) {
        return;
      }
      bytes -= moved;
    }
  }

  /** Sorts the queue by priority; called if a drain can't take all of it. */
  public synchronized void sort() {
    while (!fresh.isEmpty()) {
      fresh.moveTo(rings[Priority.of(fresh.nextType()).ordinal()]);
    }
  }

  /** Reads the queue's memory without the lock to prefetch it; the result is meaningless. */
  int touch() {
    return bytes;
  }

  /** The ring that offers go to, readable without the lock. */
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

  /** Frees unused memory. Called rarely, since the memory is soon needed again. */
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

  /** Marks the scheduled drain as run or failed; the next offer requests another. */
  public synchronized void answered() {
    called = false;
  }

  /** Discards the queue and drops all later offers. */
  public synchronized void close() {
    closed = true;
    bytes = 0;
    fresh.clear();
    for (PacketRing ring : rings) {
      ring.clear();
    }
  }

  /** Queued bytes. */
  public synchronized int bytes() {
    return bytes;
  }

  /** Packets accepted so far. */
  public synchronized long packets() {
    return packets;
  }

  /** Packets of this type dropped so far. */
  public synchronized long dropped(PacketType type) {
    return dropped[type.ordinal()];
  }

  /** Packets dropped so far. */
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
