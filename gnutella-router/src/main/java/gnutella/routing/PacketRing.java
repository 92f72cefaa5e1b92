package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.nio.ByteBuffer;

/** A FIFO of packets in a ring of bytes, which grows on demand. Not thread-safe. */
final class PacketRing {
  private static final int SMALLEST = 1 << 10;

  private byte[] ring = {};
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Reads the ring's memory to prefetch it, on any thread; the result is meaningless. */
  int touch() {
    return ring.length;
  }

  /** Prefetches the place of a packet of this length, on any thread; the result is meaningless. */
  int touch(int length) {
    byte[] bytes = ring; // another thread may replace it
    int tail = head + size;
    return bytes.length == 0
        ? 0
        : bytes[tail & (bytes.length - 1)] + bytes[(tail + length) & (bytes.length - 1)];
  }

  /** Adds a packet with another TTL and hops. */
  void add(Packet packet, int ttl, int hops) {
    int length = packet.length();
    reserve(length);
    int tail = at(size);
    int first = Math.min(length, ring.length - tail);
    packet.copyTo(ring, tail, 0, first);
    if (first < length) {
      packet.copyTo(ring, 0, first, length - first);
    }
    ring[at(size + Packet.TTL_OFFSET)] = (byte) ttl;
    ring[at(size + Packet.HOPS_OFFSET)] = (byte) hops;
    size += length;
  }

  private void add(byte[] bytes, int offset, int length) {
    reserve(length);
    int tail = at(size);
    int first = Math.min(length, ring.length - tail);
    System.arraycopy(bytes, offset, ring, tail, first);
    System.arraycopy(bytes, offset + first, ring, 0, length - first);
    size += length;
  }

  private void reserve(int length) {
    if (size + length > ring.length) {
      grow(size + length);
    }
  }

  /** Length of the first packet in bytes; 0 if the ring is empty. */
  int nextLength() {
    if (size == 0) {
      return 0;
    }
    int payload = 0;
    for (int i = 3; i >= 0; i--) {
      payload = payload << 8 | (ring[at(Packet.LENGTH_OFFSET + i)] & 0xff);
    }
    return Packet.HEADER_BYTES + payload;
  }

  /** Type of the first packet. */
  PacketType nextType() {
    return PacketType.of(ring[at(Packet.TYPE_OFFSET)]);
  }

  /**
   * Moves all packets if they fit, or else the first if it fits.
   *
   * @return number of moved bytes
   */
  int moveTo(ByteBuffer to) {
    int length = size <= to.remaining() ? size : nextLength();
    if (length > to.remaining()) {
      return 0;
    }
    int first = Math.min(length, ring.length - head);
    to.put(ring, head, first).put(ring, 0, length - first);
    remove(length);
    return length;
  }

  /** Moves the first packet. */
  void moveTo(PacketRing other) {
    int length = nextLength();
    int first = Math.min(length, ring.length - head);
    other.add(ring, head, first);
    other.add(ring, 0, length - first);
    remove(length);
  }

  private void remove(int length) {
    size -= length;
    head = size == 0 ? 0 : at(length); // an empty ring restarts at 0: better locality
  }

  /** Discards the packets and frees the memory. */
  void clear() {
    ring = new byte[0];
    head = 0;
    size = 0;
  }

  private int at(int offset) {
    return (head + offset) & (ring.length - 1);
  }

  private void grow(int needed) {
    byte[] larger = new byte[Math.max(SMALLEST, Integer.highestOneBit(needed - 1) << 1)];
    int first = Math.min(size, ring.length - head);
    System.arraycopy(ring, head, larger, 0, first);
    System.arraycopy(ring, 0, larger, first, size - first);
    ring = larger;
    head = 0;
  }

  int heldBytes() {
    return ring.length;
  }
}
