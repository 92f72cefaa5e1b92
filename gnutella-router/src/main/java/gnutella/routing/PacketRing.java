package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import java.nio.ByteBuffer;

/**
 * Packets one behind the other in a ring of bytes, first in, first out. The ring grows with what
 * waits. Not thread-safe.
 */
final class PacketRing {
  private static final int SMALLEST = 1 << 10;

  private byte[] ring = {};
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Reads where it lies, on any thread; the result means nothing. */
  int touch() {
    return ring.length;
  }

  /** Reads where a packet of that length would go, on any thread; the result means nothing. */
  int touch(int length) {
    byte[] bytes = ring; // another thread may replace it
    int tail = head + size;
    return bytes.length == 0
        ? 0
        : bytes[tail & (bytes.length - 1)] + bytes[(tail + length) & (bytes.length - 1)];
  }

  /** Adds a packet under another TTL and hops. */
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

  /** Bytes of the first packet; 0 if there is none. */
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
   * Moves all packets, or else the first, if there is room.
   *
   * @return bytes that were moved
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
    head = size == 0 ? 0 : at(length); // so that little memory is used again and again
  }

  /** Lets go of its memory; of its packets, too. */
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
