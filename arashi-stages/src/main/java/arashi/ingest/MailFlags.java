package arashi.ingest;

/**
 * Flags of a mail in its source.
 *
 * @param seen read
 * @param flagged marked as important
 * @param answered replied to
 * @param forwarded forwarded
 */
public record MailFlags(boolean seen, boolean flagged, boolean answered, boolean forwarded) {
  /** No flags set, or none known. */
  public static final MailFlags NONE = new MailFlags(false, false, false);

  /** Creates the flags of a mail that was not forwarded. */
  public MailFlags(boolean seen, boolean flagged, boolean answered) {
    this(seen, flagged, answered, false);
  }

  /** Returns the union of both. */
  MailFlags or(MailFlags other) {
    return new MailFlags(
        seen || other.seen,
        flagged || other.flagged,
        answered || other.answered,
        forwarded || other.forwarded);
  }
}
