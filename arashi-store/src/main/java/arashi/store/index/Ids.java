package arashi.store.index;

/**
 * The message ids of a segment, newest first, as blocks of the empty term.
 *
 * <pre>
 *   doc -1           the directory: the first id of each of the following blocks
 *   doc 0, 256, …    the ids of the ordinals doc to doc + 255
 *   data             count, first id, { previous id - id - 1 }     as varints
 * </pre>
 *
 * Arithmetic gives the block of an ordinal; the directory gives the block of an id. Ids are
 * milliseconds and 20 random bits; their deltas take 4 to 7 bytes.
 */
final class Ids {
  /** Ids per block. */
  static final int PER_BLOCK = 256;

  /** The {@code doc} of the directory. */
  static final int DIRECTORY = -1;

  private static final byte[] NO_TERM = {};
  private static final int USUAL_BYTES = 7;

  private Ids() {}

  /** Returns the {@code doc} of the block that contains an ordinal. */
  static int blockOf(int ordinal) {
    return ordinal - ordinal % PER_BLOCK;
  }

  /** Encodes the block of the ordinals from {@code first} on, a multiple of {@link #PER_BLOCK}. */
  static Block block(long[] ids, int first) {
    return block(first, ids, first, Math.min(ids.length, first + PER_BLOCK));
  }

  /** Encodes the directory of all blocks of these ids. */
  static Block directory(long[] ids) {
    long[] firsts = new long[(ids.length + PER_BLOCK - 1) / PER_BLOCK];
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = ids[i * PER_BLOCK];
    }
    return block(DIRECTORY, firsts, 0, firsts.length);
  }

  private static Block block(int doc, long[] ids, int from, int to) {
    ByteSink data = new ByteSink(USUAL_BYTES * (to - from) + USUAL_BYTES);
    data.putVarint(to - from);
    data.putVarint(ids[from]);
    for (int i = from + 1; i < to; i++) {
      data.putVarint(ids[i - 1] - ids[i] - 1);
    }
    return new Block(NO_TERM, doc, data.toArray());
  }

  /** Decodes a block of ids or the directory; the result is descending. */
  static long[] read(byte[] block) {
    ByteSource data = new ByteSource(block);
    long[] ids = new long[data.varint(1, Block.MAX_DATA)];
    ids[0] = data.varint();
    for (int i = 1; i < ids.length; i++) {
      ids[i] = ids[i - 1] - data.varint() - 1;
      if (ids[i] < 0) {
        throw ByteSource.damaged("ids are out of order");
      }
    }
    if (data.hasMore()) {
      throw ByteSource.damaged("more ids than counted");
    }
    return ids;
  }

  /** Returns true if the descending ids contain an id. */
  static boolean contains(long[] ids, long id) {
    int at = firstBelow(ids, id + 1);
    return at < ids.length && ids[at] == id;
  }

  /** Returns the index of the first of the descending ids below {@code id}, or their number. */
  static int firstBelow(long[] ids, long id) {
    int low = 0;
    int high = ids.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ids[middle] < id) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
