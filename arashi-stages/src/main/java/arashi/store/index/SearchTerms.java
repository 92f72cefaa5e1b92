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
 * The terms of a message as bytes, for the index and for a query; and what is left of the form in
 * which older releases stored them, in {@code search_term} and in a column of {@code message}.
 */
public final class SearchTerms {

  /** Terms of {@code search_term}; those of fields lose their last two bytes. */
  static final int LEGACY_BYTES = 64;

  private static final int DELETE_BATCH = 256;
  private static final byte END = '\n';

  private SearchTerms() {}

  /** A term as stored: its first 66 bytes in UTF-8. */
  private static byte[] bytes(String term) {
    return Sql.utf8(term, Block.MAX_TERM);
  }

  /** A term as {@code search_term} has it. */
  static byte[] legacy(byte[] term) {
    return term.length <= LEGACY_BYTES ? term : Sql.utf8(new String(term, UTF_8), LEGACY_BYTES);
  }

  /**
   * Distinct terms in the order of the key; empty ones and line ends, which mean nothing, are left
   * out.
   */
  public static SortedSet<byte[]> of(Collection<String> terms) {
    SortedSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
    for (String term : terms) {
      if (!term.isEmpty() && term.indexOf(END) < 0) {
        distinct.add(bytes(term));
      }
    }
    return distinct;
  }

  /** Terms that a message of an older release remembers: lines, deflated. */
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
   * Deletes the postings of a message in {@code search_term}. Blocks; in the caller's transaction.
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
