package arashi.front.compose;

import com.typesafe.config.Config;

/**
 * Limits of composed mail.
 *
 * @param fileBytes total size of a mail's files
 * @param readBytes bytes that are still read of a form whose files are too large, so that the page
 *     can return the typed text
 * @param spoolBytes total size of all forms with files that are being received or read
 * @param completionRows rows that address completion reads of each of its two ranges
 */
public record ComposeLimits(int fileBytes, long readBytes, long spoolBytes, int completionRows) {
  /** Size of a form without its files: typed text and part headers. */
  private static final int FORM_BYTES = 2 << 20;

  /** Checks the values. */
  public ComposeLimits {
    if (fileBytes < 1) {
      throw new IllegalArgumentException(
          "mail.compose.files-size = " + fileBytes + ", must be at least 1");
    }
    if (readBytes < 0) {
      throw new IllegalArgumentException(
          "mail.compose.refused-size = " + readBytes + ", must not be negative");
    }
    if (spoolBytes < fileBytes + (long) FORM_BYTES) {
      throw new IllegalArgumentException(
          "mail.compose.spool-size = "
              + spoolBytes
              + ", must exceed mail.compose.files-size by "
              + FORM_BYTES
              + " at least");
    }
    if (completionRows < 1) {
      throw new IllegalArgumentException(
          "mail.compose.completion-rows = " + completionRows + ", must be at least 1");
    }
  }

  /** Size limit of a form with files. */
  public int formBytes() {
    return fileBytes + FORM_BYTES;
  }

  /**
   * Reads {@code mail.compose}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static ComposeLimits of(Config config) {
    long bytes = config.getBytes("mail.compose.files-size");
    if (bytes > Integer.MAX_VALUE - FORM_BYTES) {
      throw new IllegalArgumentException(
          "mail.compose.files-size = " + bytes + ", must be less than 2 GiB");
    }
    return new ComposeLimits(
        (int) bytes,
        config.getBytes("mail.compose.refused-size"),
        config.getBytes("mail.compose.spool-size"),
        config.getInt("mail.compose.completion-rows"));
  }
}
