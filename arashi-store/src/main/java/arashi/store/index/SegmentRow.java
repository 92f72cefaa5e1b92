package arashi.store.index;

import arashi.store.database.ResultRow;
import arashi.store.database.WorkLease;
import java.time.Instant;

/**
 * A row of {@code search_segment}.
 *
 * <pre>
 *             fold begins                     fold ends
 *   (none) ──────────────► BUILDING ──────────────────────► LIVE ──► …
 *   LIVE ── target is set ─────────── target is live ─────► REPLACED ──► blocks deleted ──► (none)
 * </pre>
 *
 * @param segment its id; newer segments have greater ids
 * @param mails number of its mails
 * @param newest its greatest message
 * @param oldest its least message
 * @param target segment that this one is being folded into; 0 for none
 * @param lease of the process that builds it, or {@link #NO_LEASE}; any node may resume the fold
 *     when it ends
 * @param builtTo last term whose blocks are all written
 * @param stale number of its mails in {@link StaleMails}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SegmentRow(
    long segment,
    State state,
    int mails,
    long newest,
    long oldest,
    long target,
    WorkLease<Long> lease,
    byte[] builtTo,
    int stale) {

  /** No process builds the segment. */
  static final WorkLease<Long> NO_LEASE = new WorkLease<>(0L, Instant.EPOCH);

  private static final byte[] NO_TERM = {};

  /** Returns a segment that a fold begins to write. */
  static SegmentRow building(long segment, WorkLease<Long> lease) {
    return new SegmentRow(segment, State.BUILDING, 0, 0, 0, 0, lease, NO_TERM, 0);
  }

  /**
   * Returns a complete segment.
   *
   * @param ids its mails, descending
   */
  static SegmentRow live(long segment, long[] ids) {
    long oldest = ids[ids.length - 1];
    return new SegmentRow(segment, State.LIVE, ids.length, ids[0], oldest, 0, NO_LEASE, NO_TERM, 0);
  }

  /** State of a segment. */
  enum State {
    /** A fold writes it; searches ignore it. */
    BUILDING(1),
    /** Searches read it. */
    LIVE(2),
    /** Another segment has its mails; its blocks are being deleted. */
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
      throw ByteSource.damaged("a segment has the unknown state " + code);
    }
  }

  static SegmentRow of(ResultRow row) {
    return new SegmentRow(
        row.getLong("segment"),
        State.of(row.getInt("state")),
        row.getInt("mails"),
        row.getLong("newest"),
        row.getLong("oldest"),
        row.getLong("target"),
        new WorkLease<>(row.getLong("owner"), row.getInstant("lease_until")),
        row.getBytes("built_to"),
        row.getInt("stale"));
  }

  /** Returns true if it is live and not an input of a fold. */
  boolean isFree() {
    return state == State.LIVE && target == 0;
  }
}
