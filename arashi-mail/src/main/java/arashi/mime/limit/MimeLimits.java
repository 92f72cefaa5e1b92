package arashi.mime.limit;

/**
 * Limits of the content that is read of one mail. The excess is left out of the view and reported
 * as a {@link arashi.mime.view.MailProblem}; it never makes a mail unreadable.
 *
 * @param maxDepth nested multiparts and attached mails that are opened; deeper ones are shown as
 *     source text
 * @param maxParts entities of one mail
 * @param maxHeaders header fields of one entity
 * @param maxHeaderBytes bytes of one header field
 * @param maxAllHeaderBytes bytes of all header fields of a mail, including those of its parts
 * @param maxTextBytes bytes of plain text that are shown
 * @param maxHtmlBytes bytes of HTML that are shown; a mail with more falls back to its text
 * @param maxAddresses addresses of one header field
 * @param maxReferences message ids of {@code References}
 */
public record MimeLimits(
    int maxDepth,
    int maxParts,
    int maxHeaders,
    int maxHeaderBytes,
    int maxAllHeaderBytes,
    int maxTextBytes,
    int maxHtmlBytes,
    int maxAddresses,
    int maxReferences) {

  private static final int OPENED_BYTES = 32 << 20;

  /** Generous for legitimate mail, and small enough for hostile mail. */
  public static final MimeLimits DEFAULT =
      new MimeLimits(100, 500, 500, 64 << 10, 256 << 10, 512 << 10, 1 << 20, 500, 100);

  /** Returns the bytes of containers, like {@code winmail.dat}, that are opened per mail. */
  public int maxOpenedBytes() {
    return OPENED_BYTES;
  }

  /** Rejects limits that would hide every mail. */
  public MimeLimits {
    requirePositive("maxDepth", maxDepth);
    requirePositive("maxParts", maxParts);
    requirePositive("maxHeaders", maxHeaders);
    requirePositive("maxHeaderBytes", maxHeaderBytes);
    requirePositive("maxAllHeaderBytes", maxAllHeaderBytes);
    requirePositive("maxTextBytes", maxTextBytes);
    requirePositive("maxHtmlBytes", maxHtmlBytes);
    requirePositive("maxAddresses", maxAddresses);
    requirePositive("maxReferences", maxReferences);
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }
}
