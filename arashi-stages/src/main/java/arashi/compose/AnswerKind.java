package arashi.compose;

/** What a person does with a mail. */
public enum AnswerKind {
  /** To the author, or where the author wants answers. */
  REPLY,
  /** To the author and all recipients, but oneself. */
  REPLY_ALL,
  /** To the mailing list that the mail came by; without one, like {@link #REPLY_ALL}. */
  REPLY_LIST,
  /** The text and the files, in a new mail. */
  FORWARD,
  /** The whole mail as a file, to the byte. */
  FORWARD_ATTACHED,
  /** The same once more, to be changed. */
  EDIT_AS_NEW,
  /** The very same once more, to others: nothing of it can be changed (RFC 5322, 3.6.6). */
  REDIRECT,
  /** The mail by which one leaves the list, from the address that is subscribed. */
  UNSUBSCRIBE
}
