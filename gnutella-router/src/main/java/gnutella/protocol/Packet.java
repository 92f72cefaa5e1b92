package gnutella.protocol;

import java.nio.ByteBuffer;

/**
 * A view of one packet in a buffer: 16 bytes of id, type, TTL, hops, four bytes of payload length,
 * payload. It is moved from packet to packet, so that none costs an object; what it shows is valid
 * as long as its buffer is.
 */
public final class Packet {
  /** Length of the header. */
  public static final int HEADER_BYTES = 23;

  /** Where the type is in the header. */
  public static final int TYPE_OFFSET = 16;

  /** Where the TTL is in the header. */
  public static final int TTL_OFFSET = 17;

  /** Where the hops are in the header. */
  public static final int HOPS_OFFSET = 18;

  /** Where the length of the payload is in the header, little-endian. */
  public static final int LENGTH_OFFSET = 19;

  private ByteBuffer buffer;
  private int start;
  private int length;

  /** A view of nothing yet. */
  public Packet() {}

  /** Moves the view to a whole packet that begins at {@code start}. */
  public Packet wrap(ByteBuffer newBuffer, int newStart) {
    buffer = newBuffer;
    start = newStart;
    length = HEADER_BYTES + payloadLength(newBuffer, newStart);
    return this;
  }

  static int payloadLength(ByteBuffer buffer, int start) {
    return Integer.reverseBytes(buffer.getInt(start + LENGTH_OFFSET));
  }

  /** First half of its id. */
  public long guidHigh() {
    return buffer.getLong(start);
  }

  /** Second half of its id. */
  public long guidLow() {
    return buffer.getLong(start + 8);
  }

  /** Its id. */
  public Guid guid() {
    return new Guid(guidHigh(), guidLow());
  }

  /** The type's code, 0 … 255. */
  public int code() {
    return buffer.get(start + TYPE_OFFSET) & 0xff;
  }

  /** Its type. */
  public PacketType type() {
    return PacketType.of(buffer.get(start + TYPE_OFFSET));
  }

  /** How many more hops it may make, as it came. */
  public int ttl() {
    return buffer.get(start + TTL_OFFSET) & 0xff;
  }

  /** How many it has made, as it came. */
  public int hops() {
    return buffer.get(start + HOPS_OFFSET) & 0xff;
  }

  /** Bytes of header and payload. */
  public int length() {
    return length;
  }

  /** Bytes of the payload. */
  public int payloadLength() {
    return length - HEADER_BYTES;
  }

  /** Eight bytes of the payload, big-endian. */
  public long payloadLong(int offset) {
    return buffer.getLong(start + HEADER_BYTES + offset);
  }

  /** Four bytes of the payload, big-endian. */
  public int payloadInt(int offset) {
    return buffer.getInt(start + HEADER_BYTES + offset);
  }

  /** Two bytes of the payload, big-endian. */
  public short payloadShort(int offset) {
    return buffer.getShort(start + HEADER_BYTES + offset);
  }

  /** The payload, read-only, in the packet's buffer. */
  public ByteBuffer payload() {
    return buffer.slice(start + HEADER_BYTES, payloadLength()).asReadOnlyBuffer();
  }

  /** Copies its bytes, header first. */
  public void copyTo(byte[] to, int offset) {
    buffer.get(start, to, offset, length);
  }

  /** Copies a part of its bytes. */
  public void copyTo(byte[] to, int offset, int from, int count) {
    buffer.get(start + from, to, offset, count);
  }

  /** Its own copy of its bytes. */
  public byte[] toBytes() {
    byte[] bytes = new byte[length];
    copyTo(bytes, 0);
    return bytes;
  }

  /** A view of a copy, which stays valid. */
  public Packet copy() {
    return new Packet().wrap(ByteBuffer.wrap(toBytes()), 0);
  }

  @Override
  public String toString() {
    return type() + " " + guid() + " ttl=" + ttl() + " hops=" + hops() + " +" + payloadLength();
  }
}
