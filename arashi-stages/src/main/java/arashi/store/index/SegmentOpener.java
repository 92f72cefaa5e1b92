package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Looks up the terms of a query in segments, several at once: the newest first, and more each time,
 * because a frequent term is found in the first and a rare one must be looked for in all. Blocks;
 * not thread-safe.
 */
final class SegmentOpener {
  private static final int FIRST = 4;
  private static final int GROWTH = 4;

  /** Look-ups of one statement. */
  private static final int MAX_LOOKUPS = 64;

  private static final String LOOKUP =
      "(SELECT ? AS slot, term, doc, data FROM search_block WHERE account = ? AND segment = ? AND"
          + " (term < ? OR (term = ? AND doc <= 0)) AND term > '' ORDER BY term DESC, doc DESC"
          + " LIMIT 1)";

  private final Connection c;
  private final long account;
  private final List<byte[]> terms;
  private int many = FIRST;

  SegmentOpener(Connection c, long account, List<byte[]> terms) {
    this.c = c;
    this.account = account;
    this.terms = terms;
  }

  /**
   * Opens a segment, and with it others that come next.
   *
   * @param others sources; what is opened may leave them
   */
  void open(SegmentSource first, PriorityQueue<Source> others) throws SQLException {
    List<SegmentSource> chosen = new ArrayList<>(List.of(first));
    others.stream()
        .sorted(others.comparator())
        .filter(source -> source instanceof SegmentSource segment && !segment.isOpen())
        .limit(Math.max(0, Math.min(many, MAX_LOOKUPS / terms.size()) - 1))
        .forEach(source -> chosen.add((SegmentSource) source));
    many *= GROWTH;
    others.removeAll(chosen);
    List<Block> blocks = lookUp(chosen);
    for (int i = 0; i < chosen.size(); i++) {
      SegmentSource segment = chosen.get(i);
      segment.open(terms, blocks.subList(i * terms.size(), (i + 1) * terms.size()));
      if (segment != first && segment.bound() != Source.END) {
        others.add(segment);
      }
    }
  }

  /** For each segment and term, the block that has the term if the segment has it. */
  private List<Block> lookUp(Collection<SegmentSource> segments) throws SQLException {
    List<Object> parameters = new ArrayList<>();
    int slots = 0;
    for (SegmentSource segment : segments) {
      for (byte[] term : terms) {
        parameters.addAll(List.of(slots++, account, segment.segment(), term, term));
      }
    }
    int parts = Sql.padded(slots); // few statements are prepared
    List<Object> last = List.copyOf(parameters.subList(parameters.size() - 5, parameters.size()));
    for (int i = slots; i < parts; i++) {
      parameters.addAll(last);
    }
    Block[] blocks = new Block[slots];
    Sql.list(
        c,
        LOOKUP + (" UNION ALL " + LOOKUP).repeat(parts - 1),
        row -> blocks[row.getInt(1)] = new Block(row.getBytes(2), row.getInt(3), row.getBytes(4)),
        parameters.toArray());
    return Arrays.asList(blocks);
  }
}
