package arashi.mime.view;

/**
 * The report about one recipient of an earlier mail (RFC 3464, RFC 8098). It is not authenticated:
 * anyone can send one.
 *
 * @param recipient address of the recipient, or empty
 * @param outcome delivery outcome of the earlier mail
 * @param reason the server's explanation, on one line, or empty
 */
public record DeliveryReport(String recipient, Outcome outcome, String reason) {
  /** Delivery outcome. The names are part of the encoded view: add, never rename. */
  public enum Outcome {
    /** It could not be delivered. */
    FAILED,
    /** It has not been delivered yet. */
    DELAYED,
    /** It was delivered. */
    DELIVERED,
    /** It was relayed to a server that sends no reports. */
    RELAYED,
    /** It was expanded to several recipients. */
    EXPANDED,
    /** It was opened. */
    READ,
    /** It was deleted without being read. */
    DELETED
  }
}
