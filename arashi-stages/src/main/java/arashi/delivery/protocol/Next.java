package arashi.delivery.protocol;

/** What a {@link Session} waits for. In all cases the replies so far are to be sent first. */
public enum Next {
  /** More octets. */
  INPUT,
  /** Whether a mail may begin now: {@link Session#admitted} or {@link Session#refuse}. */
  ADMIT,
  /** The verdict on {@link Session#candidate}: {@link Session#judged} or {@link Session#refuse}. */
  JUDGE,
  /** Memory for what has come: the same call again, or {@link Session#refuse}. */
  MEMORY,
  /**
   * What became of {@link Session#takeMail}: {@link Session#delivered}, or {@link Session#refuse}.
   */
  DELIVER,
  /** The handshake: {@link Session#secured}. Unread octets are to be thrown away. */
  SECURE,
  /** The end: nothing more is read. */
  CLOSE
}
