package arashi.request.search;

/**
 * What one search may cost.
 *
 * @param hits messages on a page
 * @param scannedRows rows of the index that may be looked at before the page answers with what it
 *     has
 */
public record SearchLimits(int hits, int scannedRows) {
  /** Fifty hits from at most ten thousand rows. */
  public static final SearchLimits DEFAULT = new SearchLimits(50, 10_000);
}
