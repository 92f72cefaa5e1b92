package arashi.mime.limit;

/**
 * How much of one mail is looked at. What lies beyond a limit is left out of the view and reported
 * as a {@link arashi.mime.view.MailProblem}; it never makes a mail unreadable.
 *
 * @param maxDepth multiparts and attached mails that are opened inside one another; the source of
 *     what lies deeper is shown as text
 * @param maxParts entities of one mail that are looked at
 * @param maxHeaders header fields that are kept of one entity
 * @param maxHeaderBytes bytes that are kept of one header field
 * @param maxAllHeaderBytes bytes that are kept of all header fields of a mail, those of its parts
 *     included
 * @param maxTextBytes bytes of plain text that are shown
 * @param maxHtmlBytes bytes of HTML that are shown; a mail with more falls back to its text
 * @param maxAddresses addresses that are kept of one header field
 * @param maxReferences message ids that are kept of {@code References}
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

  /** Generous for mail as people send it, and small enough for a hostile one. */
  public static final MimeLimits DEFAULT =
      new MimeLimits(100, 500, 500, 64 << 10, 256 << 10, 512 << 10, 1 << 20, 500, 100);

  /** Bytes of containers, like {@code winmail.dat}, that are opened of one mail. */
  public int maxOpenedBytes() {
    return OPENED_BYTES;
  }

  /** Refuses limits under which no mail could be shown. */
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
