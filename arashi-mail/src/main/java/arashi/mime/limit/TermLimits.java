package arashi.mime.limit;

import com.typesafe.config.Config;

/**
 * Limits of the words that are indexed of a mail. Only the indexed words find a larger mail; its
 * page and the search pages say so.
 *
 * @param maxTerms distinct terms of one mail, header first
 * @param maxTextChars characters of the body that are analysed
 */
public record TermLimits(int maxTerms, int maxTextChars) {
  /** Admits all displayed text of a mail, and the vocabulary of a long novel. */
  public static final TermLimits DEFAULT = new TermLimits(50_000, 512 << 10);

  /** Rejects limits that would index nothing. */
  public TermLimits {
    atLeastOne("terms", maxTerms);
    atLeastOne("text", maxTextChars);
  }

  private static void atLeastOne(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.index." + key + " = " + value + ", must be at least 1");
    }
  }

  /** Reads {@code mail.index}. */
  public static TermLimits of(Config config) {
    return new TermLimits(config.getInt("mail.index.terms"), config.getInt("mail.index.text"));
  }
}
