package arashi.ingest;

/** Receives the mails of a {@link MailSource}, on the reading thread. */
public interface MailVisitor {
  /** Receives a mail. An exception thrown here stops the reading and reaches the caller. */
  void mail(FoundMail mail);

  /**
   * Receives the report of a file, a folder or a mail that was skipped. Reading continues.
   *
   * @param where path of the file, with the offset of a mail in it
   * @param reason reason, for the user
   */
  void skipped(String where, String reason);

  /**
   * Reports that {@code bytes} of the total have been read. Called often, also within large mails.
   */
  default void progress(long bytes) {}
}
