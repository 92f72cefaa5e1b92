package arashi.request.attachment;

import com.typesafe.config.Config;
import java.nio.file.Path;

/**
 * Answers that wait for slow clients.
 *
 * @param directory where large ones wait
 * @param threshold answers up to this many bytes wait in memory
 * @param bytes all large ones that wait together
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
   * @param data where everything lives that is kept on this machine
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
