package arashi.delivery.protocol;

/** Condition that a {@link Session} waits for. The caller first sends the replies so far. */
public enum Next {
  /** More octets. */
  INPUT,
  /** Admission of a mail: {@link Session#admitted} or {@link Session#refuse}. */
  ADMIT,
  /** Verdict on {@link Session#candidate}: {@link Session#judged} or {@link Session#refuse}. */
  JUDGE,
  /** Memory for the input: the same call again, or {@link Session#refuse}. */
  MEMORY,
  /** Outcome of {@link Session#takeMail}: {@link Session#delivered} or {@link Session#refuse}. */
  DELIVER,
  /** The TLS handshake: {@link Session#secured}. The caller discards unread octets. */
  SECURE,
  /** End of the session; nothing more is read. */
  CLOSE
}
