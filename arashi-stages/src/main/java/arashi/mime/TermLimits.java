package arashi.mime;

/**
 * How much of a mail goes into the search index.
 *
 * @param maxTerms distinct terms of one mail; those of the header come first
 * @param maxTextChars characters of the body that are looked at
 */
public record TermLimits(int maxTerms, int maxTextChars) {
  /** Whole mails, as people write them. */
  public static final TermLimits DEFAULT = new TermLimits(2_000, 256 << 10);

  /** Refuses limits that would index nothing. */
  public TermLimits {
    if (maxTerms <= 0 || maxTextChars <= 0) {
      throw new IllegalArgumentException("limits of terms must be positive");
    }
  }
}
