package arashi.front.compose;

import com.typesafe.config.Config;

/**
 * What a mail may have that is written here.
 *
 * @param fileBytes most bytes of its files together
 * @param readBytes most bytes of a form that are read although its files are too large, so that
 *     what was typed can be given back
 * @param completionRows most rows of each of two ranges that the completion of an address reads
 */
public record ComposeLimits(int fileBytes, long readBytes, int completionRows) {
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
    long bodies = config.getBytes("http.max-bodies-bytes");
    if (bytes > Math.min(bodies, Integer.MAX_VALUE) - FORM_BYTES) {
      throw new IllegalArgumentException(
          "mail.compose.files-size = "
              + bytes
              + ", must be less than http.max-bodies-bytes by "
              + FORM_BYTES
              + " at least");
    }
    return new ComposeLimits(
        (int) bytes,
        config.getBytes("mail.compose.refused-size"),
        config.getInt("mail.compose.completion-rows"));
  }
}
