package arashi.delivery.protocol;

import arashi.delivery.memory.Claim;
import arashi.delivery.memory.Claim.Growth;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The octets of an incoming mail, in pieces, with the memory of its {@link Claim}. One user at a
 * time; the last one releases it.
 */
public final class Content {
  private static final int FIRST_BYTES = 4 << 10;
  private static final int MOST_BYTES = 256 << 10;

  private final Claim claim;
  private final List<byte[]> pieces = new ArrayList<>(); // full, except those from filling on
  private int filling; // index of the piece that is filled next
  private int used; // octets of that
  private long capacity;
  private long size;

  Content(Claim claim) {
    this.claim = claim;
  }

  /** Makes room for {@code octets} if there is memory. */
  Growth makeRoom(int octets) {
    long lacking = octets - (capacity - size);
    if (lacking <= 0) {
      return Growth.ROOM;
    }
    long piece = Math.max(lacking, Math.min(MOST_BYTES, Math.max(FIRST_BYTES, size)));
    long reserved = claim.reservedBeyond(capacity);
    if (reserved >= lacking) {
      piece = Math.min(piece, reserved);
    }
    Growth growth = claim.tryGrow(capacity + piece);
    if (growth == Growth.ROOM) {
      pieces.add(new byte[(int) piece]);
      capacity += piece;
    }
    return growth;
  }

  /** Adds octets of a buffer without moving its position; there must be room. */
  void add(ByteBuffer from, int start, int end) {
    for (int at = start; at < end; ) {
      byte[] piece = pieceToFill();
      int length = Math.min(end - at, piece.length - used);
      from.get(at, piece, used, length);
      used += length;
      at += length;
    }
    size += end - start;
    claim.received(size);
  }

  /** Adds one octet; there must be room. */
  void add(byte octet) {
    byte[] piece = pieceToFill();
    piece[used++] = octet;
    size++;
  }

  private byte[] pieceToFill() {
    if (used == pieces.get(filling).length) {
      filling++;
      used = 0;
    }
    return pieces.get(filling);
  }

  /** The number of octets. */
  public long size() {
    return size;
  }

  /** The content is complete: memory that is reserved beyond it serves others. */
  void settle() {
    claim.settle(capacity);
  }

  /**
   * Returns all octets in one array, once. Copies, which takes milliseconds for large mails. The
   * memory stays reserved, now for the array.
   */
  public byte[] toArray() {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size));
    for (byte[] piece : pieces) {
      all.put(piece, 0, Math.min(piece.length, all.remaining()));
    }
    forgetOctets();
    return all.array();
  }

  private void forgetOctets() {
    pieces.clear();
    filling = 0;
    used = 0;
    capacity = size;
  }

  /** Returns the memory. Idempotent. */
  public void release() {
    forgetOctets();
    claim.release();
  }
}
