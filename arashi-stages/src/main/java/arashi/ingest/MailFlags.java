package arashi.ingest;

/**
 * What the reader of a mail had done with it.
 *
 * @param seen read it
 * @param flagged marked it
 * @param answered replied to it
 * @param forwarded sent it on
 */
public record MailFlags(boolean seen, boolean flagged, boolean answered, boolean forwarded) {
  /** Nothing done, or nothing known. */
  public static final MailFlags NONE = new MailFlags(false, false, false);

  /** Flags of a mail that was not forwarded. */
  public MailFlags(boolean seen, boolean flagged, boolean answered) {
    this(seen, flagged, answered, false);
  }

  /** What either says. */
  MailFlags or(MailFlags other) {
    return new MailFlags(
        seen || other.seen,
        flagged || other.flagged,
        answered || other.answered,
        forwarded || other.forwarded);
  }
}
