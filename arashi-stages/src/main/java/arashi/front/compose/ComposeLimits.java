package arashi.front.compose;

import com.typesafe.config.Config;

/**
 * What a mail may have that is written here.
 *
 * @param fileBytes most bytes of its files together
 * @param readBytes most bytes of a form that are read although its files are too large, so that
 *     what was typed can be given back
 * @param spoolBytes most bytes of all forms with files together that come in or are read
 * @param completionRows most rows of each of two ranges that the completion of an address reads
 */
public record ComposeLimits(int fileBytes, long readBytes, long spoolBytes, int completionRows) {
  /** Of a form around its files: what is typed, and the heads of its parts. */
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

  /** Most bytes of a form with files. */
  public int formBytes() {
    return fileBytes + FORM_BYTES;
  }

  /**
   * Reads {@code mail.compose}.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
