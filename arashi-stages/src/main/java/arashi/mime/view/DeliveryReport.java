package arashi.mime.view;

/**
 * What a report says of one recipient of an earlier mail (RFC 3464, RFC 8098). Anyone can write
 * such a report.
 *
 * @param recipient whose it is, or empty
 * @param outcome what became of the mail
 * @param reason what the server said, in one line, or empty
 */
public record DeliveryReport(String recipient, Outcome outcome, String reason) {
  /** What became of a mail. The names are part of the encoded view: add, never rename. */
  public enum Outcome {
    /** It could not be delivered. */
    FAILED,
    /** It has not been delivered yet. */
    DELAYED,
    /** It was delivered. */
    DELIVERED,
    /** It was passed on to a server that sends no reports. */
    RELAYED,
    /** It was sent on to several recipients. */
    EXPANDED,
    /** It was opened. */
    READ,
    /** It was deleted without being read. */
    DELETED
  }
}
