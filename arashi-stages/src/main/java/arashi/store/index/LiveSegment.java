package arashi.store.index;

/**
 * A segment that searches read. Its blocks never change; once it is not live any more, it never is
 * again.
 *
 * @param segment its id
 * @param newest the greatest message of it
 * @param oldest the least message of it
 * @param stale mails of it that have other terms by now, see {@link StaleMails}
 */
record LiveSegment(long segment, long newest, long oldest, long stale) {

  static LiveSegment of(SegmentRow row) {
    return new LiveSegment(row.segment(), row.newest(), row.oldest(), row.stale());
  }

  /** True if it may have messages from {@code low} up to {@code before}. */
  boolean mayHave(long low, long before) {
    return newest >= low && oldest < before;
  }
}
