package arashi.store.index;

import arashi.store.database.Tx;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks whether all statements of a search saw the same state of an account. Each statement reads
 * its own snapshot. The first reads the account's modseq and its live segments. A later one saw the
 * same items if the modseq is unchanged. It saw all blocks of a segment if the segment is still
 * live: a replaced segment never becomes live again, and its blocks are deleted only after that. So
 * one row, read with the last statement or after it, validates all reads.
 *
 * <pre>
 *   OF_ONE ── blocks or items are read ──► OPEN ── the same modseq, and all segments live ──► OF_ONE
 *                                           └───── else ─────► OVER
 * </pre>
 *
 * Within a snapshot, the state is always OF_ONE. Blocks; not thread-safe.
 */
public final class Moment {

  /**
   * Columns of {@code account AS a}: its modseq, and the number of live segments among those read.
   * Takes {@link #readsItems}.
   */
  public static final String COLUMNS =
      """
      a.modseq AS modseq, (SELECT COUNT(*) FROM search_segment s
        WHERE s.account = a.id AND s.state = %d AND s.segment IN (?)) AS live
      """
          .formatted(SegmentRow.State.LIVE.code);

  private static final String OF_ACCOUNT = "SELECT " + COLUMNS + " FROM account a WHERE a.id = ?";

  private static final List<Long> NO_SEGMENT = List.of(0L);

  private final long account;
  private final long modSeq;
  private final boolean inSnapshot;
  private final Set<Long> segments = new TreeSet<>(); // read since the last validation
  private State state = State.OF_ONE;

  private record Row(long number, int live) {}

  private enum State {
    OF_ONE,
    OPEN,
    OVER
  }

  /**
   * Creates the moment of a first statement.
   *
   * @param modSeq modseq of the account
   * @param inSnapshot true if all statements read one snapshot
   */
  Moment(long account, long modSeq, boolean inSnapshot) {
    this.account = account;
    this.modSeq = modSeq;
    this.inSnapshot = inSnapshot;
  }

  /** Returns the account's modseq; -1 if there is no such account. */
  public long modSeq() {
    return modSeq;
  }

  /** Records that blocks of a segment are about to be read. */
  void reads(long segment) {
    if (!inSnapshot) {
      segments.add(segment);
      open();
    }
  }

  private void open() {
    if (state == State.OF_ONE) {
      state = State.OPEN;
    }
  }

  /**
   * Records that items are about to be read, by a statement that also returns a row for {@link
   * #seen}.
   *
   * @return the parameter of {@link #COLUMNS}
   */
  public List<Long> readsItems() {
    if (!inSnapshot) {
      open();
    }
    return wanted();
  }

  private List<Long> wanted() {
    return segments.isEmpty() ? NO_SEGMENT : List.copyOf(segments);
  }

  /** Validates the reads with the account's row: its modseq, and the number of live segments. */
  public void seen(long number, int live) {
    if (state == State.OPEN) {
      boolean isSame = number == modSeq && live == segments.size();
      state = isSame ? State.OF_ONE : State.OVER;
      segments.clear();
    }
  }

  /** Returns true if all reads so far saw one state; queries the database if necessary. Blocks. */
  public boolean isStill(Tx tx) {
    if (state == State.OPEN) {
      tx.one(
              OF_ACCOUNT,
              row -> new Row(row.getLong("modseq"), row.getInt("live")),
              wanted(),
              account)
          .ifPresent(row -> seen(row.number, row.live));
    }
    return state == State.OF_ONE;
  }
}
