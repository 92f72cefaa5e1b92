package arashi.store.index;

/**
 * A segment that searches read. Its blocks never change. Once it is no longer live, it never
 * becomes live again.
 *
 * @param segment its id
 * @param newest its greatest message
 * @param oldest its least message
 * @param stale number of its mails whose terms have changed, see {@link StaleMails}
 */
record LiveSegment(long segment, long newest, long oldest, long stale) {

  static LiveSegment of(SegmentRow row) {
    return new LiveSegment(row.segment(), row.newest(), row.oldest(), row.stale());
  }

  /** Returns true if it may contain messages from {@code low} up to {@code before}. */
  boolean mayHave(long low, long before) {
    return newest >= low && oldest < before;
  }
}
