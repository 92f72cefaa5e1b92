package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The index of an account as one statement saw it: the number of the account's last change, its
 * live segments, and the single mails that match a query. With these it looks up the query's terms
 * in the segments that the account had when it was last searched. That is a guess of which segments
 * there are: what it found in one that is not live is not used, and the other live ones are looked
 * up later.
 *
 * @param modSeq of the account; -1 if there is no such account
 * @param segments that are live, the newest first
 * @param fresh mails that are in no segment and have all terms of the query, descending
 * @param lookups what was found in segments
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record IndexState(long modSeq, List<LiveSegment> segments, long[] fresh, BlockLookups lookups) {
  /** Segments that are looked up with the state. */
  private static final int GUESSED = 4;

  private static final int ACCOUNT = -1;
  private static final int SEGMENT = -2;
  private static final int FRESH = -3;

  /** The first column says what a row is: one of the above, or the number of a look-up. */
  private static final String STATE =
      "(SELECT "
          + ACCOUNT
          + ", modseq, 0, 0, '', '', 0 FROM account WHERE id = ?)"
          + " UNION ALL (SELECT "
          + SEGMENT
          + ", segment, newest, oldest, '', '', stale FROM search_segment WHERE account = ? AND"
          + " state = "
          + SegmentRow.State.LIVE.code
          + ") UNION ALL (SELECT "
          + FRESH
          + ", message, 0, 0, '', terms, 0 FROM search_fresh WHERE account = ? AND message >= ? AND"
          + " message < ?)";

  /**
   * Reads it.
   *
   * @param terms in the order of their bytes
   * @param low the least message that is wanted
   * @param before only messages that are less are wanted
   */
  static IndexState read(
      Connection c, long account, List<byte[]> terms, long low, long before, BlockCache cache)
      throws SQLException {
    BlockLookups lookups = new BlockLookups(account, terms, cache);
    List<LiveSegment> guess = cache.segments(account);
    int most = Math.min(GUESSED, lookups.mostSegments());
    lookups.in(guess.stream().filter(segment -> segment.mayHave(low, before)).limit(most).toList());
    List<Object> parameters = new ArrayList<>(List.of(account, account, account, low, before));
    parameters.addAll(lookups.parameters());
    Rows rows = new Rows(terms, lookups);
    Sql.list(c, sql(lookups), rows::take, parameters.toArray());
    rows.segments.sort(Comparator.comparingLong(LiveSegment::newest).reversed());
    if (!rows.segments.equals(guess)) {
      cache.putSegments(account, rows.segments);
    }
    return new IndexState(rows.modSeq, rows.segments, rows.descending(), lookups);
  }

  private static String sql(BlockLookups lookups) {
    return lookups.isEmpty()
        ? STATE
        : STATE + " UNION ALL " + String.join(" UNION ALL ", lookups.selects());
  }

  /** Takes the rows apart. */
  private static final class Rows {
    private final List<byte[]> terms;
    private final BlockLookups lookups;
    private final List<LiveSegment> segments = new ArrayList<>();
    private final List<Long> fresh = new ArrayList<>();
    private long modSeq = -1;

    Rows(List<byte[]> terms, BlockLookups lookups) {
      this.terms = terms;
      this.lookups = lookups;
    }

    boolean take(ResultSet row) throws SQLException {
      switch (row.getInt(1)) {
        case ACCOUNT -> modSeq = row.getLong(2);
        case SEGMENT ->
            segments.add(
                new LiveSegment(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(7)));
        case FRESH -> {
          if (TermList.hasAll(row.getBytes(6), terms)) {
            fresh.add(row.getLong(2));
          }
        }
        default -> lookups.take(row);
      }
      return true;
    }

    long[] descending() {
      return fresh.stream().sorted(Comparator.reverseOrder()).mapToLong(Long::longValue).toArray();
    }
  }
}
