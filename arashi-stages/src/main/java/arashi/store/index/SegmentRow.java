package arashi.store.index;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A row of {@code search_segment}.
 *
 * <pre>
 *             fold begins                     fold ends
 *   (none) ──────────────► BUILDING ──────────────────────► LIVE ──► …
 *   LIVE ── target is set ─────────── target is live ─────► REPLACED ──► blocks deleted ──► (none)
 * </pre>
 *
 * @param segment its id, by which newer ones are greater
 * @param mails of it
 * @param newest the greatest message of it
 * @param oldest the least message of it
 * @param target the segment that this one is folded into; 0: none
 * @param owner number of the process that builds it; 0: none
 * @param leaseUntil milliseconds; after this, any node may go on building it
 * @param builtTo the last term of which all blocks are written
 * @param stale mails of it that {@link StaleMails} knows
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record SegmentRow(
    long segment,
    State state,
    int mails,
    long newest,
    long oldest,
    long target,
    long owner,
    long leaseUntil,
    byte[] builtTo,
    int stale) {

  /** What is to be done with a segment. */
  enum State {
    /** A fold writes it; no search reads it. */
    BUILDING(1),
    /** Searches read it. */
    LIVE(2),
    /** Another one has its mails; its blocks are being deleted. */
    REPLACED(3);

    final int code;

    State(int code) {
      this.code = code;
    }

    static State of(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw ByteSource.damaged("a segment in the state " + code);
    }
  }

  /** What {@link #of} reads. */
  static final String COLUMNS =
      "segment, state, mails, newest, oldest, target, owner, lease_until, built_to, stale";

  static SegmentRow of(ResultSet row) throws SQLException {
    return new SegmentRow(
        row.getLong(1),
        State.of(row.getInt(2)),
        row.getInt(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7),
        row.getLong(8),
        row.getBytes(9),
        row.getInt(10));
  }

  /** True if searches read it and no fold does. */
  boolean isFree() {
    return state == State.LIVE && target == 0;
  }
}
