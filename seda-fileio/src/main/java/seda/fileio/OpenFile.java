package seda.fileio;

import java.nio.file.Path;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * Asks for a channel on a file, for one that is too large to be held in memory. The outcome is
 * {@link FileOpened} or {@link FileFailed}. On a jar's file system the JDK unpacks the whole file
 * to a temporary one for this.
 *
 * @param root the directory in which the file must be
 * @param path the file
 * @param completion takes the outcome, and with it the duty to close the channel
 */
public record OpenFile(FileRoot root, Path path, Sink<? super FileResult> completion)
    implements FileRequest {

  /** Checks the values. */
  public OpenFile {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(completion, "completion");
  }
}
