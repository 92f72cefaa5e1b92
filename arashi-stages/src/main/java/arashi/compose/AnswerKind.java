package arashi.compose;

/** Operation on a mail that makes a draft. */
public enum AnswerKind {
  /** Answers the author, or the author's {@code Reply-To}. */
  REPLY,
  /** Answers the author and all recipients except own addresses. */
  REPLY_ALL,
  /** Answers the mailing list of the mail; without a list, like {@link #REPLY_ALL}. */
  REPLY_LIST,
  /** Forwards the text and the files in a new mail. */
  FORWARD,
  /** Forwards the whole mail as a file, byte for byte. */
  FORWARD_ATTACHED,
  /** Starts a new mail from a copy. */
  EDIT_AS_NEW,
  /** Sends the unchanged mail to others (RFC 5322, 3.6.6). */
  REDIRECT,
  /** Leaves the mailing list by mail, from the subscribed address. */
  UNSUBSCRIBE
}
