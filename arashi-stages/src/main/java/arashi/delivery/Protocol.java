package arashi.delivery;

/** Protocol of a session. */
public enum Protocol {
  /** RFC 2033: one reply per recipient. */
  LMTP,
  /** RFC 5321: one reply per mail. */
  SMTP
}
