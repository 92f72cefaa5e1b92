package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.nio.ByteBuffer;

/**
 * What waits to be sent to one neighbour: a queue for each priority, bounded together. Any thread
 * offers; one at a time drains. Packets of one priority keep their order.
 *
 * <p>It knows whether somebody is on the way to drain it, so that he is called once and not for
 * each packet.
 */
@SuppressWarnings("EnumOrdinal") // indices of arrays that live no longer than the enums
public final class OutgoingQueue {

  /** What became of an offer. */
  public enum Offer {
    /** It waits, and whoever drains the queue will come to it. */
    QUEUED,
    /** It waits, and somebody must be called to drain the queue. */
    CALL,
    /** The neighbour is slow, and this was not worth waiting for. */
    DROPPED,
    /** More waits than may; all of it is given up, and so should be the neighbour. Said once. */
    OVERFLOW
  }

  private static final Priority[] PRIORITIES = Priority.values();

  private final QueueLimits limits;
  private final PacketRing[] rings = new PacketRing[PRIORITIES.length];
  private final long[] dropped = new long[PacketType.values().length];
  private int bytes;
  private long packets;
  private boolean called;
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
    rings[priority.ordinal()].add(packet, ttl, hops);
    bytes += packet.length();
    packets++;
    if (called) {
      return Offer.QUEUED;
    }
    called = true;
    return Offer.CALL;
  }

  /** Bytes of the packet that is next; 0 if there is none, and then the next offer calls again. */
  public synchronized int nextLength() {
    PacketRing first = first();
    if (first == null) {
      called = false;
      return 0;
    }
    return first.nextLength();
  }

  /** Moves as many whole packets as there is room for, the most important first. */
  public synchronized void drainTo(ByteBuffer to) {
    for (PacketRing ring = first(); ring != null; ring = first()) {
      int length = ring.nextLength();
      if (length > to.remaining()) {
        return;
      }
      ring.moveTo(to);
      bytes -= length;
    }
  }

  private PacketRing first() {
    for (PacketRing ring : rings) {
      if (!ring.isEmpty()) {
        return ring;
      }
    }
    return null;
  }

  /** Lets go of the memory of what does not wait; now and then, for it is soon needed again. */
  public synchronized void trim() {
    for (PacketRing ring : rings) {
      if (ring.isEmpty()) {
        ring.clear();
      }
    }
  }

  /** Whoever was called can't come: the next offer calls again. */
  public synchronized void callAgain() {
    called = false;
  }

  /** Gives up what waits, and drops what is offered from now on. */
  public synchronized void close() {
    closed = true;
    bytes = 0;
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
    int held = 0;
    for (PacketRing ring : rings) {
      held += ring.heldBytes();
    }
    return held;
  }
}
