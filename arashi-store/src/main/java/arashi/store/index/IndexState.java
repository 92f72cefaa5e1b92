package arashi.store.index;

import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The index of an account as read by one statement: the number of the account's last change, its
 * live segments, and the fresh mails that match a query. The same statement looks up the query's
 * terms in the segments of the account's last search. That is a guess: results from segments that
 * are no longer live are ignored, and other live segments are looked up later.
 *
 * @param modSeq modseq of the account; -1 if there is no such account
 * @param segments live segments, newest first
 * @param fresh mails outside segments that match the query, descending
 * @param hasEarlier whether the account may have mail with the earlier terms of the query
 * @param lookups results of the look-ups in segments
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record IndexState(
    long modSeq,
    List<LiveSegment> segments,
    long[] fresh,
    BlockLookups lookups,
    boolean hasEarlier) {
  /** Segments looked up along with the state. */
  private static final int GUESSED = 4;

  private static final int ACCOUNT = -1;
  private static final int SEGMENT = -2;
  private static final int FRESH = -3;

  /** {@code kind} is one of the constants above, or the number of a look-up. */
  private static final String STATE =
      """
      (SELECT %d AS kind, modseq AS number, made_by AS newest, 0 AS oldest, '' AS term, '' AS data,
        0 AS stale
      FROM account WHERE id = ?)
      UNION ALL
      (SELECT %d, segment, newest, oldest, '', '', stale
      FROM search_segment WHERE account = ? AND state = %d)
      UNION ALL
      (SELECT %d, message, 0, 0, '', terms, 0
      FROM search_fresh WHERE account = ? AND message >= ? AND message < ?)
      """
          .formatted(ACCOUNT, SEGMENT, SegmentRow.State.LIVE.code, FRESH);

  /**
   * Reads the state.
   *
   * @param terms terms of the query; at least one present one
   * @param low inclusive lower bound of messages
   * @param before exclusive upper bound of messages
   */
  static IndexState read(
      Tx tx, long account, QueryTerms terms, long low, long before, BlockCache cache) {
    BlockLookups lookups = new BlockLookups(account, terms.present(), cache);
    List<LiveSegment> guess = cache.segments(account);
    int most = Math.min(GUESSED, lookups.mostSegments());
    lookups.in(guess.stream().filter(segment -> segment.mayHave(low, before)).limit(most).toList());
    List<Object> parameters = new ArrayList<>(List.of(account, account, account, low, before));
    parameters.addAll(lookups.parameters());
    Rows rows = new Rows(terms, lookups);
    tx.list(sql(lookups), rows::take, parameters.toArray());
    rows.segments.sort(Comparator.comparingLong(LiveSegment::newest).reversed());
    if (!rows.segments.equals(guess)) {
      cache.putSegments(account, rows.segments);
    }
    return new IndexState(
        rows.modSeq, rows.segments, rows.descending(), lookups, rows.hasEarlier());
  }

  private static String sql(BlockLookups lookups) {
    return lookups.isEmpty()
        ? STATE
        : STATE + " UNION ALL " + String.join(" UNION ALL ", lookups.selects());
  }

  /** Dispatches the rows. */
  private static final class Rows {
    private final QueryTerms terms;
    private final BlockLookups lookups;
    private final List<LiveSegment> segments = new ArrayList<>();
    private final List<Long> fresh = new ArrayList<>();
    private final List<Long> freshEarlier = new ArrayList<>();
    private long modSeq = -1;
    private int madeBy;

    Rows(QueryTerms terms, BlockLookups lookups) {
      this.terms = terms;
      this.lookups = lookups;
    }

    boolean take(ResultRow row) {
      switch (row.getInt("kind")) {
        case ACCOUNT -> {
          modSeq = row.getLong("number");
          madeBy = row.getInt("newest");
        }
        case SEGMENT ->
            segments.add(
                new LiveSegment(
                    row.getLong("number"),
                    row.getLong("newest"),
                    row.getLong("oldest"),
                    row.getLong("stale")));
        case FRESH -> {
          byte[] all = row.getBytes("data");
          if (TermList.hasAll(all, terms.present())) {
            fresh.add(row.getLong("number"));
          } else if (!terms.earlier().isEmpty() && TermList.hasAll(all, terms.earlier())) {
            freshEarlier.add(row.getLong("number"));
          }
        }
        default -> lookups.take(row);
      }
      return true;
    }

    boolean hasEarlier() {
      return !terms.earlier().isEmpty() && madeBy < terms.since();
    }

    long[] descending() {
      Stream<Long> all =
          hasEarlier() ? Stream.concat(fresh.stream(), freshEarlier.stream()) : fresh.stream();
      return all.sorted(Comparator.reverseOrder()).mapToLong(Long::longValue).toArray();
    }
  }
}
