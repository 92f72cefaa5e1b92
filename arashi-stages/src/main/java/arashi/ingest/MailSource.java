package arashi.ingest;

import java.nio.file.Path;
import java.util.List;

/**
 * Mails to import, read one by one: only one mail, never a whole file of many, is in memory at a
 * time. Each {@link #forEach} reads the files again. Blocks on the files; use from one thread.
 */
public interface MailSource {

  /**
   * Returns the mails in files and folders: mbox, Maildir, {@code .eml}, and folders of these at
   * any depth. Links inside folders are not followed.
   *
   * @param paths paths named by the user; a link is followed here
   * @param limits maximum sizes
   */
  static MailSource of(List<Path> paths, SourceLimits limits) {
    return new FileMailSource(paths, limits);
  }

  /** Returns the maximum bytes that {@link #forEach} reads: the 100 % of a progress bar. */
  long totalBytes();

  /**
   * Passes every mail to the visitor, in order of file names. Reports failures instead of throwing.
   */
  void forEach(MailVisitor visitor);
}
