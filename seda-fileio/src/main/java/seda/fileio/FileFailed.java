package seda.fileio;

/**
 * There is no content.
 *
 * @param reason why not
 * @param cause what was thrown, null if nothing was
 */
public record FileFailed(Reason reason, Throwable cause) implements FileResult {

  /** Why there is no content. */
  public enum Reason {
    /** There is no such file below the root; one that a link puts outside it counts as none. */
    NOT_FOUND,
    /** It is a directory. */
    DIRECTORY,
    /** It is a device or a pipe. */
    NOT_A_FILE,
    /** It is longer than the request allows. */
    TOO_LARGE,
    /** It is not open, or not any more. */
    NOT_OPEN,
    /** It was opened for reading. */
    READ_ONLY,
    /** The file system reported an error, which is logged. */
    IO_ERROR,
    /** The graph stopped before the request's turn came. */
    STOPPED
  }
}
