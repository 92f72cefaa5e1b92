package arashi.store;

import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The terms of a message as bytes, as keys of {@code search_term} and as a column of {@code
 * message}.
 */
final class SearchTerms {

  private static final int MAX_BYTES = 64;
  private static final int DELETE_BATCH = 256;
  private static final byte END = '\n';

  private SearchTerms() {}

  static byte[] bytes(String term) {
    return Sql.utf8(term, MAX_BYTES);
  }

  /**
   * Distinct terms in the order of the key; empty ones and line ends, which mean nothing, are left
   * out.
   */
  static SortedSet<byte[]> of(Collection<String> terms) {
    SortedSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
    for (String term : terms) {
      if (!term.isEmpty() && term.indexOf(END) < 0) {
        distinct.add(bytes(term));
      }
    }
    return distinct;
  }

  static byte[] pack(Collection<byte[]> terms) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] term : terms) {
      lines.writeBytes(term);
      lines.write(END);
    }
    return Deflate.compress(lines.toByteArray());
  }

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
