package arashi.ingest;

import java.nio.file.Path;
import java.util.List;

/**
 * Mails to import, read one by one: only one of them, and never a whole file of many, is in memory
 * at a time. Reads the files anew on each {@link #forEach}; blocks on them; use by one thread.
 */
public interface MailSource {

  /**
   * Mails in files and folders: mbox, Maildir, {@code .eml}, and folders of these at any depth.
   * Links to elsewhere are not followed within a folder.
   *
   * @param paths what the user named; a link is followed here
   * @param limits sizes that are refused
   */
  static MailSource of(List<Path> paths, SourceLimits limits) {
    return new FileMailSource(paths, limits);
  }

  /** Bytes that {@link #forEach} will read at most: the 100 % of a progress bar. */
  long totalBytes();

  /** Hands over every mail, in the order of the files' names. Failures are told, not thrown. */
  void forEach(MailVisitor visitor);
}
