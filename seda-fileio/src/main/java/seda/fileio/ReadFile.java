package seda.fileio;

import java.nio.file.Path;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * Reads a whole file. The outcome is {@link FileContent}, {@link FileUnchanged} or {@link
 * FileFailed}.
 *
 * @param root directory that confines the request
 * @param path path of the file
 * @param maxBytes size limit; a longer file fails with {@link FileFailed.Reason#TOO_LARGE}
 * @param known stamp of the content that the caller has, or null; a file with this stamp is not
 *     read
 * @param completion sink for the outcome
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
