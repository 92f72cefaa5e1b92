package arashi.store.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The front-coded terms of one mail, as stored in {@code search_fresh}. */
final class TermList {
  private static final int USUAL_BYTES = 2_048;

  private TermList() {}

  /** Encodes distinct terms in byte order. */
  static byte[] encode(Collection<byte[]> terms) {
    ByteSink data = new ByteSink(USUAL_BYTES);
    byte[] last = {};
    for (byte[] term : terms) {
      int shared = Math.max(0, Arrays.mismatch(last, term));
      data.put(shared);
      data.put(term.length - shared);
      data.put(term, shared, term.length - shared);
      last = term;
    }
    return data.toArray();
  }

  /**
   * Decodes the terms, in order.
   *
   * @throws arashi.store.database.StoreException if the bytes are malformed
   */
  static List<byte[]> decode(byte[] encoded) {
    ByteSource data = new ByteSource(encoded);
    List<byte[]> terms = new ArrayList<>();
    byte[] last = {};
    while (data.hasMore()) {
      int shared = data.varint(0, last.length);
      int suffix = data.varint(1, Block.MAX_TERM - shared);
      byte[] term = Arrays.copyOf(last, shared + suffix);
      data.get(term, shared, suffix);
      if (Arrays.compareUnsigned(last, term) >= 0) {
        throw ByteSource.damaged("terms are out of order");
      }
      terms.add(term);
      last = term;
    }
    return terms;
  }

  /**
   * Returns true if the list contains all given terms, which are in order.
   *
   * @throws arashi.store.database.StoreException if the bytes are malformed
   */
  static boolean hasAll(byte[] encoded, List<byte[]> wanted) {
    ByteSource data = new ByteSource(encoded);
    byte[] term = new byte[Block.MAX_TERM];
    int length = 0;
    int found = 0;
    while (found < wanted.size() && data.hasMore()) {
      int shared = data.varint(0, length);
      int suffix = data.varint(1, Block.MAX_TERM - shared);
      data.get(term, shared, suffix);
      length = shared + suffix;
      byte[] next = wanted.get(found);
      int order = Arrays.compareUnsigned(term, 0, length, next, 0, next.length);
      if (order > 0) {
        return false;
      }
      found += order == 0 ? 1 : 0;
    }
    return found == wanted.size();
  }
}
