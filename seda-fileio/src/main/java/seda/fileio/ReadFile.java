package seda.fileio;

import java.nio.file.Path;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * Asks for a whole file. The outcome is {@link FileContent}, {@link FileUnchanged} or {@link
 * FileFailed}.
 *
 * @param root the directory that the read never leaves
 * @param path the file
 * @param maxBytes a longer file is not read, but fails with {@link FileFailed.Reason#TOO_LARGE}
 * @param known stamp of the content that the caller has; if the file still bears it, it is not
 *     read. Null if there is none.
 * @param completion takes the outcome
 */
public record ReadFile(
    FileRoot root, Path path, int maxBytes, FileStamp known, Sink<? super FileResult> completion)
    implements FileRequest {

  /** Checks the values. */
  public ReadFile {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(completion, "completion");
    if (maxBytes < 0) {
      throw new IllegalArgumentException("max-bytes = " + maxBytes + ", must be at least 0");
    }
  }
}
