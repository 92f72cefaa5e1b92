package arashi.delivery;

/** What a session speaks. */
public enum Protocol {
  /** RFC 2033: one answer for each recipient. */
  LMTP,
  /** RFC 5321: one answer for the mail. */
  SMTP
}
