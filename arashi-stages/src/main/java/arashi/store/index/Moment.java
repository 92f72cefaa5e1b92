package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the statements of a search, each of which sees the database as it is then, saw one state
 * of an account. The first tells the number of the account's last change and its live segments. A
 * later one saw the same items if the number is still the same; and it saw all blocks of a segment
 * if that is still live, because a segment that was replaced never is again, and its blocks are
 * deleted after that. So one row, read with the last statement or after it, tells about all.
 *
 * <pre>
 *   OF_ONE ── blocks or items are read ──► OPEN ── the same number, and all segments live ──► OF_ONE
 *                                           └───── else ─────► OVER
 * </pre>
 *
 * Within a snapshot, it is always of one. Blocks; not thread-safe.
 */
public final class Moment {

  /**
   * Columns of {@code account AS a}: the number of its last change, and how many of some segments
   * are live. Takes {@link #parameters}.
   */
  private static final String COLUMNS =
      "a.modseq, (SELECT COUNT(*) FROM search_segment s WHERE s.account = a.id AND s.state = "
          + SegmentRow.State.LIVE.code
          + " AND s.segment IN (%s))";

  private static final List<Long> NO_SEGMENT = List.of(0L);

  private final long account;
  private final long modSeq;
  private final boolean inSnapshot;
  private final Set<Long> segments = new TreeSet<>(); // read since it was last proved
  private State state = State.OF_ONE;

  private record Row(long number, int live) {}

  private enum State {
    OF_ONE,
    OPEN,
    OVER
  }

  /**
   * The moment of a first statement.
   *
   * @param modSeq number of the account's last change
   * @param inSnapshot true if all statements are part of one snapshot
   */
  Moment(long account, long modSeq, boolean inSnapshot) {
    this.account = account;
    this.modSeq = modSeq;
    this.inSnapshot = inSnapshot;
  }

  /** The number of the account's last change; -1 if there is no such account. */
  public long modSeq() {
    return modSeq;
  }

  /** Blocks of a segment are about to be read. */
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
   * Items are about to be read, and with them, in the same statement, a row for {@link #seen}.
   *
   * @return its two columns, of {@code account AS a}, which take {@link #parameters}
   */
  public String columns() {
    if (!inSnapshot) {
      open();
    }
    return COLUMNS.formatted(Sql.marks(wanted()));
  }

  /** Values for the question marks of {@link #columns}. */
  public List<Object> parameters() {
    return new ArrayList<>(List.of(wanted()));
  }

  private List<Long> wanted() {
    return segments.isEmpty() ? NO_SEGMENT : List.copyOf(segments);
  }

  /** Takes the row of the account: its number, and how many of the segments are live. */
  public void seen(long number, int live) {
    if (state == State.OPEN) {
      boolean isSame = number == modSeq && live == segments.size();
      state = isSame ? State.OF_ONE : State.OVER;
      segments.clear();
    }
  }

  /** True if all that was read until now is of one state; asks the database if need be. Blocks. */
  public boolean isStill(Connection c) throws SQLException {
    if (state == State.OPEN) {
      List<Object> parameters = parameters();
      parameters.add(account);
      Sql.one(
              c,
              "SELECT " + columns() + " FROM account a WHERE a.id = ?",
              row -> new Row(row.getLong(1), row.getInt(2)),
              parameters.toArray())
          .ifPresent(row -> seen(row.number, row.live));
    }
    return state == State.OF_ONE;
  }
}
