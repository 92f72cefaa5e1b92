package arashi.request.attachment;

import com.typesafe.config.Config;
import java.nio.file.Path;

/**
 * Limits of responses that wait for slow clients.
 *
 * @param directory directory of large responses
 * @param threshold maximum size in memory, in bytes
 * @param bytes total size of all large responses
 */
public record SpoolLimits(Path directory, int threshold, long bytes) {

  /** Checks the threshold. */
  public SpoolLimits {
    if (threshold < 0) {
      throw new IllegalArgumentException(
          "mail.spool-threshold = " + threshold + ", must not be negative");
    }
  }

  /**
   * Reads {@code mail}.
   *
   * @param data root directory of this node's files
   */
  public static SpoolLimits of(Config config, Path data) {
    long threshold = config.getBytes("mail.spool-threshold");
    if (threshold > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "mail.spool-threshold = " + threshold + ", must be less than 2 GiB");
    }
    return new SpoolLimits(
        data.resolve("spool"), (int) threshold, config.getBytes("mail.spool-size"));
  }
}
