package arashi.mime.limit;

import com.typesafe.config.Config;

/**
 * How much of a mail goes into the search index. A mail that has more is found by what was indexed
 * of it, and its page and those of searches say so.
 *
 * @param maxTerms distinct terms of one mail; those of the header come first
 * @param maxTextChars characters of the body that are looked at
 */
public record TermLimits(int maxTerms, int maxTextChars) {
  /** All of the text that is shown of a mail, and the words of a long novel. */
  public static final TermLimits DEFAULT = new TermLimits(50_000, 512 << 10);

  /** Refuses limits that would index nothing. */
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
