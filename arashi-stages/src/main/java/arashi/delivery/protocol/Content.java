package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import seda.kernel.Budget;

/**
 * The octets of an incoming mail, in memory from a budget that all sessions share. One user at a
 * time; the last one releases it.
 */
public final class Content {
  private static final int FIRST_BYTES = 4 << 10;
  private static final int MOST_BYTES = 256 << 10;

  /** Mails up to this size may use the share of the budget that is reserved for small mails. */
  private static final int SMALL_BYTES = 64 << 10;

  private static final int PART_OF_SMALL = 4;

  /** The first {@code length} octets of an array. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Chunk(byte[] octets, int length) {}

  private final Budget memory;
  private final List<Chunk> full = new ArrayList<>();
  private byte[] last = {};
  private int used; // octets of last
  private long size;
  private long taken;

  Content(Budget memory) {
    this.memory = memory;
  }

  /** True if {@code octets} fit in one piece; reserves memory if necessary. */
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

  /** Adds octets of a buffer without moving its position; there must be room. */
  void add(ByteBuffer from, int start, int end) {
    from.get(start, last, used, end - start);
    used += end - start;
    size += end - start;
  }

  /** Adds one octet; there must be room. */
  void add(byte octet) {
    last[used++] = octet;
    size++;
  }

  /** The number of octets. */
  public long size() {
    return size;
  }

  /**
   * Returns all octets in one array, once. Copies, which takes milliseconds for large mails. The
   * memory stays reserved, now for the array.
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

  /** Returns the memory to the budget. Idempotent. */
  public void release() {
    forgetOctets();
    memory.giveBack(taken);
    taken = 0;
  }
}
