package arashi.request.search;

import com.typesafe.config.Config;

/**
 * What one search may cost.
 *
 * @param hits messages on a page
 * @param sortedHits messages that are found before they are sorted by anything but newest first
 * @param scannedRows rows of the index that may be looked at before the page answers with what it
 *     has
 * @param phraseMails mails whose text may be read to see whether words of a phrase stand together,
 *     before the page answers with what it has
 */
public record SearchLimits(int hits, int sortedHits, int scannedRows, int phraseMails) {
  /** Fifty hits from at most ten thousand rows, for a phrase from at most two hundred texts. */
  public static final SearchLimits DEFAULT = new SearchLimits(50, 500, 10_000, 200);

  /** Checks the values. */
  public SearchLimits {
    atLeastOne("hits", hits);
    atLeastOne("sorted-hits", sortedHits);
    atLeastOne("scanned-rows", scannedRows);
    atLeastOne("phrase-mails", phraseMails);
  }

  private static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.search." + key + " = " + value + ", must be at least 1");
    }
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
