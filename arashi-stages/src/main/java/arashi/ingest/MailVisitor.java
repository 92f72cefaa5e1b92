package arashi.ingest;

/** Takes the mails of a {@link MailSource}; called on the thread that reads them. */
public interface MailVisitor {
  /** A mail. An exception thrown here ends the reading and reaches the caller. */
  void mail(FoundMail mail);

  /**
   * Something could not be read: a file, a folder, or a mail that is too large. Reading goes on.
   *
   * @param where which one
   * @param reason why, in words for the user
   */
  void skipped(String where, String reason);

  /** {@code bytes} of the total have been read. Called often, also within large mails. */
  default void progress(long bytes) {}
}
