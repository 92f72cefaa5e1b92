package seda.fileio;

/**
 * A failed request.
 *
 * @param reason reason of the failure
 * @param cause exception, or null
 */
public record FileFailed(Reason reason, Throwable cause) implements FileResult {

  /** Reason of a failure. */
  public enum Reason {
    /**
     * The file does not exist below the root. A file outside, reached by a link, counts as missing.
     */
    NOT_FOUND,
    /** The path is a directory. */
    DIRECTORY,
    /** The path is a device or a pipe. */
    NOT_A_FILE,
    /** The file is longer than the request allows. */
    TOO_LARGE,
    /** The file is not open. */
    NOT_OPEN,
    /** The file is open for reading only. */
    READ_ONLY,
    /** The file system reported an error, which is logged. */
    IO_ERROR,
    /** The graph stopped before the request was handled. */
    STOPPED
  }
}
