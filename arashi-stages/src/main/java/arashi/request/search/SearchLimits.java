package arashi.request.search;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Limits of the work of one search.
 *
 * @param hits messages on a page
 * @param sortedHits maximum hits that are sorted in an order other than newest first
 * @param scannedRows maximum index rows examined before the page shows the results so far
 * @param phraseMails maximum mails whose text is read to match phrases, before the page shows the
 *     results so far
 */
public record SearchLimits(int hits, int sortedHits, int scannedRows, int phraseMails) {
  /** Fifty hits from at most ten thousand rows, or from two hundred texts for a phrase. */
  public static final SearchLimits DEFAULT = new SearchLimits(50, 500, 10_000, 200);

  /** Checks the values. */
  public SearchLimits {
    Limit.atLeast("mail.search.hits", hits, 1);
    Limit.atLeast("mail.search.sorted-hits", sortedHits, 1);
    Limit.atLeast("mail.search.scanned-rows", scannedRows, 1);
    Limit.atLeast("mail.search.phrase-mails", phraseMails, 1);
  }

  /** Reads {@code mail.search}. */
  public static SearchLimits of(Config config) {
    return new SearchLimits(
        config.getInt("mail.search.hits"),
        config.getInt("mail.search.sorted-hits"),
        config.getInt("mail.search.scanned-rows"),
        config.getInt("mail.search.phrase-mails"));
  }
}
