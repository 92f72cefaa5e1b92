package arashi.store.index;

/**
 * A segment that searches read. It never changes; once it is not live any more, it never is again.
 *
 * @param segment its id
 * @param newest the greatest message of it
 * @param oldest the least message of it
 */
record LiveSegment(long segment, long newest, long oldest) {

  /** True if it may have messages from {@code low} up to {@code before}. */
  boolean mayHave(long low, long before) {
    return newest >= low && oldest < before;
  }
}
