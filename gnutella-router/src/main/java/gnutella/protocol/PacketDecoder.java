package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Finds the packets in the bytes of one connection, however those were cut. Packets that lie whole
 * in the input are shown where they lie; only one that was cut is put together in a buffer of the
 * decoder's own, which is no longer than the longest packet allowed.
 *
 * <p>Of one thread. After a fault it finds nothing more.
 */
public final class PacketDecoder {
  private static final int SMALLEST_CARRY = 512;

  private final PayloadLimits limits;
  private byte[] carry = {};
  private ByteBuffer carried = ByteBuffer.wrap(carry);
  private int kept;
  private boolean shown;
  private PacketFault fault;

  /** A decoder for the beginning of a stream. */
  public PacketDecoder(PayloadLimits limits) {
    this.limits = limits;
  }

  /**
   * Moves {@code packet} to the next one.
   *
   * @param input what came; its position moves behind what was taken, which is all of it once this
   *     returns false without a fault
   * @return false if there is no whole packet left, or the bytes are none: see {@link #fault}
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
   * Moves several to the next ones, which stay valid until the next call.
   *
   * @return how many were found; 0 where {@link #next(ByteBuffer, Packet)} returns false
   */
  public int next(ByteBuffer input, Packet[] packets) {
    int found = 0;
    while (found < packets.length && next(input, packets[found])) {
      found++;
      if (shown) {
        break; // it lies where the next one that is cut will be put together
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

  /** Why nothing more is found; null if all is well. */
  public PacketFault fault() {
    return fault;
  }

  /** The input has ended: null if that was between two packets. */
  public PacketFault end() {
    if (fault == null && kept > 0 && !shown) {
      fault = PacketFault.TRUNCATED;
    }
    return fault;
  }

  /** Bytes that it holds between two calls. */
  int heldBytes() {
    return carry.length;
  }
}
