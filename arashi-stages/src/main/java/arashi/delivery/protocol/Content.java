package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import seda.kernel.Budget;

/**
 * The octets of a mail that comes in, in memory that all sessions share. One user at a time; the
 * last one releases it.
 */
public final class Content {
  private static final int FIRST_BYTES = 4 << 10;
  private static final int MOST_BYTES = 256 << 10;

  /** Mails up to this size may use the part of the memory that larger ones must leave. */
  private static final int SMALL_BYTES = 64 << 10;

  private static final int PART_OF_SMALL = 4;

  /** Octets up to a length. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Chunk(byte[] octets, int length) {}

  private final Budget memory;
  private final List<Chunk> full = new ArrayList<>();
  private byte[] last = {};
  private int used; // of the last
  private long size;
  private long taken;

  Content(Budget memory) {
    this.memory = memory;
  }

  /** True if {@code octets} fit in one piece; takes memory if they do not yet. */
  boolean hasRoomFor(int octets) {
    if (last.length - used >= octets) {
      return true;
    }
    int wanted = Math.max(octets, (int) Math.min(MOST_BYTES, Math.max(FIRST_BYTES, size)));
    long leaving = size + wanted > SMALL_BYTES ? memory.bytes() / PART_OF_SMALL : 0;
    if (!memory.tryTake(wanted, leaving)) {
      return false;
    }
    taken += wanted;
    if (used > 0) {
      full.add(new Chunk(last, used));
    }
    last = new byte[wanted];
    used = 0;
    return true;
  }

  /** Adds octets of a buffer for which there is room, and leaves its position. */
  void add(ByteBuffer from, int start, int end) {
    from.get(start, last, used, end - start);
    used += end - start;
    size += end - start;
  }

  /** Adds one octet for which there is room. */
  void add(byte octet) {
    last[used++] = octet;
    size++;
  }

  /** How many octets have come. */
  public long size() {
    return size;
  }

  /**
   * All of them in one array, once. Copies: for large mails that takes milliseconds. The memory
   * stays taken, for the array needs it now.
   */
  public byte[] toArray() {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size));
    for (Chunk chunk : full) {
      all.put(chunk.octets(), 0, chunk.length());
    }
    all.put(last, 0, used);
    forgetOctets();
    return all.array();
  }

  private void forgetOctets() {
    full.clear();
    last = new byte[0];
    used = 0;
  }

  /** Gives the memory back; a second call does nothing. */
  public void release() {
    forgetOctets();
    memory.giveBack(taken);
    taken = 0;
  }
}
