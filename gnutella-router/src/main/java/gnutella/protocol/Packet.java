package gnutella.protocol;

import java.nio.ByteBuffer;

/**
 * A view of one packet in a buffer: 16 bytes of id, type, TTL, hops, four bytes of payload length,
 * payload. The view moves from packet to packet, so packets need no objects. It is valid as long as
 * its buffer.
 */
public final class Packet {
  /** Length of the header. */
  public static final int HEADER_BYTES = 23;

  /** Offset of the type in the header. */
  public static final int TYPE_OFFSET = 16;

  /** Offset of the TTL in the header. */
  public static final int TTL_OFFSET = 17;

  /** Offset of the hops in the header. */
  public static final int HOPS_OFFSET = 18;

  /** Offset of the payload length in the header, little-endian. */
  public static final int LENGTH_OFFSET = 19;

  private ByteBuffer buffer;
  private int start;
  private int length;

  /** Creates an empty view. */
  public Packet() {}

  /** Moves the view to the complete packet at {@code start}. */
  public Packet wrap(ByteBuffer newBuffer, int newStart) {
    buffer = newBuffer;
    start = newStart;
    length = HEADER_BYTES + payloadLength(newBuffer, newStart);
    return this;
  }

  static int payloadLength(ByteBuffer buffer, int start) {
    return Integer.reverseBytes(buffer.getInt(start + LENGTH_OFFSET));
  }

  /** First half of the id. */
  public long guidHigh() {
    return buffer.getLong(start);
  }

  /** Second half of the id. */
  public long guidLow() {
    return buffer.getLong(start + 8);
  }

  /** The id. */
  public Guid guid() {
    return new Guid(guidHigh(), guidLow());
  }

  /** The type's code, 0 … 255. */
  public int code() {
    return buffer.get(start + TYPE_OFFSET) & 0xff;
  }

  /** The type. */
  public PacketType type() {
    return PacketType.of(buffer.get(start + TYPE_OFFSET));
  }

  /** Remaining hops, as received. */
  public int ttl() {
    return buffer.get(start + TTL_OFFSET) & 0xff;
  }

  /** Hops made, as received. */
  public int hops() {
    return buffer.get(start + HOPS_OFFSET) & 0xff;
  }

  /** Length of header and payload in bytes. */
  public int length() {
    return length;
  }

  /** Payload length in bytes. */
  public int payloadLength() {
    return length - HEADER_BYTES;
  }

  /** Reads eight bytes of the payload, big-endian. */
  public long payloadLong(int offset) {
    return buffer.getLong(start + HEADER_BYTES + offset);
  }

  /** Reads four bytes of the payload, big-endian. */
  public int payloadInt(int offset) {
    return buffer.getInt(start + HEADER_BYTES + offset);
  }

  /** Reads two bytes of the payload, big-endian. */
  public short payloadShort(int offset) {
    return buffer.getShort(start + HEADER_BYTES + offset);
  }

  /** A read-only view of the payload in the packet's buffer. */
  public ByteBuffer payload() {
    return buffer.slice(start + HEADER_BYTES, payloadLength()).asReadOnlyBuffer();
  }

  /** Copies the packet's bytes, header first. */
  public void copyTo(byte[] to, int offset) {
    buffer.get(start, to, offset, length);
  }

  /** Copies a range of the packet's bytes. */
  public void copyTo(byte[] to, int offset, int from, int count) {
    buffer.get(start + from, to, offset, count);
  }

  /** Returns a copy of the packet's bytes. */
  public byte[] toBytes() {
    byte[] bytes = new byte[length];
    copyTo(bytes, 0);
    return bytes;
  }

  /** Returns a view of a copy, which outlives this buffer. */
  public Packet copy() {
    return new Packet().wrap(ByteBuffer.wrap(toBytes()), 0);
  }

  @Override
  public String toString() {
    return type() + " " + guid() + " ttl=" + ttl() + " hops=" + hops() + " +" + payloadLength();
  }
}
