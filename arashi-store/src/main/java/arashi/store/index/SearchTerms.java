package arashi.store.index;

import arashi.store.database.Texts;
import java.util.Arrays;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** Encodes the terms of a message, for the index and for queries. */
public final class SearchTerms {
  private SearchTerms() {}

  /** Encodes a term: its first 66 bytes in UTF-8. */
  private static byte[] bytes(String term) {
    return Texts.utf8(term, Block.MAX_TERM);
  }

  /** Encodes distinct terms in key order; omits empty ones. */
  public static SortedSet<byte[]> of(Collection<String> terms) {
    SortedSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
    for (String term : terms) {
      if (!term.isEmpty()) {
        distinct.add(bytes(term));
      }
    }
    return distinct;
  }
}
