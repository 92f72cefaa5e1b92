package arashi.ingest;

/**
 * What the reader of a mail had done with it.
 *
 * @param seen read it
 * @param flagged marked it
 * @param answered replied to it
 */
public record MailFlags(boolean seen, boolean flagged, boolean answered) {
  /** Nothing done, or nothing known. */
  public static final MailFlags NONE = new MailFlags(false, false, false);

  /** Letters of a Maildir file name: S, F, R. */
  static MailFlags ofMaildir(String letters) {
    return new MailFlags(
        letters.indexOf('S') >= 0, letters.indexOf('F') >= 0, letters.indexOf('R') >= 0);
  }

  /** Letters of the fields Status and X-Status in an mbox: R, F, A. */
  static MailFlags ofMbox(String letters) {
    return new MailFlags(
        letters.indexOf('R') >= 0, letters.indexOf('F') >= 0, letters.indexOf('A') >= 0);
  }
}
