package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Splits a connection's byte stream into packets, independent of how reads fragment it. A packet
 * that lies completely in the input is viewed in place. A fragmented packet is assembled in the
 * decoder's buffer, which is at most as long as the longest allowed packet.
 *
 * <p>Confined to one thread. After a fault it returns no more packets.
 */
public final class PacketDecoder {
  private static final int SMALLEST_CARRY = 512;

  private final PayloadLimits limits;
  private byte[] carry = {};
  private ByteBuffer carried = ByteBuffer.wrap(carry);
  private int kept;
  private boolean shown;
  private PacketFault fault;

  /** Creates a decoder at the start of a stream. */
  public PacketDecoder(PayloadLimits limits) {
    this.limits = limits;
  }

  /**
   * Moves {@code packet} to the next one.
   *
   * @param input received bytes; its position moves past the consumed ones, which are all of them
   *     if this returns false without a fault
   * @return false if no complete packet is left, or on a {@link #fault}
   */
  public boolean next(ByteBuffer input, Packet packet) {
    if (shown) {
      shown = false;
      kept = 0;
    }
    if (fault != null) {
      return false;
    }
    return kept > 0 ? complete(input, packet) : find(input, packet);
  }

  /**
   * Moves several views to the next packets. They stay valid until the next call.
   *
   * @return number of packets; 0 where {@link #next(ByteBuffer, Packet)} returns false
   */
  public int next(ByteBuffer input, Packet[] packets) {
    int found = 0;
    while (found < packets.length && next(input, packets[found])) {
      found++;
      if (shown) {
        break; // it occupies the buffer for fragmented packets
      }
    }
    return found;
  }

  private boolean find(ByteBuffer input, Packet packet) {
    int start = input.position();
    int there = input.remaining();
    if (there < Packet.HEADER_BYTES) {
      keep(input, there);
      return false;
    }
    if (!isAllowed(input, start)) {
      return false;
    }
    int length = Packet.HEADER_BYTES + Packet.payloadLength(input, start);
    if (there < length) {
      keep(input, there);
      return false;
    }
    packet.wrap(input, start);
    input.position(start + length);
    return true;
  }

  private boolean complete(ByteBuffer input, Packet packet) {
    keep(input, Math.min(Packet.HEADER_BYTES - kept, input.remaining()));
    if (kept < Packet.HEADER_BYTES || !isAllowed(carried, 0)) {
      return false;
    }
    int length = Packet.HEADER_BYTES + Packet.payloadLength(carried, 0);
    keep(input, Math.min(length - kept, input.remaining()));
    if (kept < length) {
      return false;
    }
    packet.wrap(carried, 0);
    shown = true;
    return true;
  }

  private void keep(ByteBuffer input, int count) {
    if (count <= 0) {
      return;
    }
    if (kept + count > carry.length) {
      int most = Packet.HEADER_BYTES + limits.max();
      int length = Math.max(SMALLEST_CARRY, 2 * (kept + count));
      carry = Arrays.copyOf(carry, Math.max(kept + count, Math.min(most, length)));
      carried = ByteBuffer.wrap(carry);
    }
    input.get(carry, kept, count);
    kept += count;
  }

  private boolean isAllowed(ByteBuffer buffer, int start) {
    PacketType type = PacketType.of(buffer.get(start + Packet.TYPE_OFFSET));
    int length = Packet.payloadLength(buffer, start);
    if (length < 0 || length > limits.of(type)) {
      fault = PacketFault.TOO_LONG;
    } else if (length < type.minPayload()) {
      fault = PacketFault.TOO_SHORT;
    }
    return fault == null;
  }

  /** The fault that stopped decoding; null if there is none. */
  public PacketFault fault() {
    return fault;
  }

  /** Signals the end of input; returns null if it falls between two packets. */
  public PacketFault end() {
    if (fault == null && kept > 0 && !shown) {
      fault = PacketFault.TRUNCATED;
    }
    return fault;
  }

  /** Bytes buffered between two calls. */
  int heldBytes() {
    return carry.length;
  }
}
