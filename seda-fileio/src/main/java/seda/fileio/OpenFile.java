package seda.fileio;

import java.nio.file.Path;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * Opens a channel on a file that is too large for memory. The outcome is {@link FileOpened} or
 * {@link FileFailed}. On a jar's file system, the JDK unpacks the whole file to a temporary one.
 *
 * @param root directory that confines the request
 * @param path path of the file
 * @param completion sink for the outcome; the receiver must close the channel
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
