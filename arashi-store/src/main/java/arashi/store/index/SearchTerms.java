package arashi.store.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.Deflate;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Encodes the terms of a message, for the index and for queries. Also reads the form of older
 * releases, in {@code search_term} and in a column of {@code message}.
 */
public final class SearchTerms {

  /** Maximum bytes in {@code search_term}; field terms lose their last two bytes. */
  static final int LEGACY_BYTES = 64;

  private static final int DELETE_BATCH = 256;
  private static final byte END = '\n';

  private SearchTerms() {}

  /** Encodes a term: its first 66 bytes in UTF-8. */
  private static byte[] bytes(String term) {
    return Sql.utf8(term, Block.MAX_TERM);
  }

  /** Truncates a term as in {@code search_term}. */
  static byte[] legacy(byte[] term) {
    return term.length <= LEGACY_BYTES ? term : Sql.utf8(new String(term, UTF_8), LEGACY_BYTES);
  }

  /** Encodes distinct terms in key order; omits empty ones and those with line ends. */
  public static SortedSet<byte[]> of(Collection<String> terms) {
    SortedSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
    for (String term : terms) {
      if (!term.isEmpty() && term.indexOf(END) < 0) {
        distinct.add(bytes(term));
      }
    }
    return distinct;
  }

  /** Decodes the stored terms of a message of an older release: deflated lines. */
  static List<byte[]> unpack(byte[] packed) {
    byte[] lines = Deflate.decompress(packed);
    List<byte[]> terms = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < lines.length; i++) {
      if (lines[i] == END) {
        terms.add(Arrays.copyOfRange(lines, start, i));
        start = i + 1;
      }
    }
    return terms;
  }

  /**
   * Deletes the postings of a message in {@code search_term}, in the caller's transaction. Blocks.
   */
  static void delete(Connection c, long account, long message, List<byte[]> terms)
      throws SQLException {
    for (int from = 0; from < terms.size(); from += DELETE_BATCH) {
      List<byte[]> batch = terms.subList(from, Math.min(terms.size(), from + DELETE_BATCH));
      Sql.update(
          c,
          "DELETE FROM search_term WHERE account = ? AND term IN ("
              + Sql.marks(batch)
              + ") AND message = ?",
          account,
          batch,
          message);
    }
  }
}
