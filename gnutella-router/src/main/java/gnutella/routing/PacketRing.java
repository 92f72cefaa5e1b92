package gnutella.routing;

import gnutella.protocol.Packet;
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

  /** Adds a packet under another TTL and hops. */
  void add(Packet packet, int ttl, int hops) {
    int length = packet.length();
    if (size + length > ring.length) {
      grow(size + length);
    }
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

  /** Takes out the first packet. */
  void moveTo(ByteBuffer to) {
    int length = nextLength();
    int first = Math.min(length, ring.length - head);
    to.put(ring, head, first).put(ring, 0, length - first);
    head = at(length);
    size -= length;
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
