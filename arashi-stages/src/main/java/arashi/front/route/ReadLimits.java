package arashi.front.route;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * When the reads of a request end in the database, counted from its arrival. The user has been
 * promised the target; who still waits at a few times of it tries again or has gone.
 *
 * @param targets the end as a multiple of the request's target
 * @param least time that a request has after its turn has come, even if it arrived long ago: its
 *     body may have arrived slowly
 */
public record ReadLimits(double targets, Duration least) {

  /** Checks the values. */
  public ReadLimits {
    if (!(targets >= 1)) {
      throw new IllegalArgumentException(
          "mail.reads.targets = " + targets + ", must be at least 1");
    }
    if (least.isNegative() || least.isZero()) {
      throw new IllegalArgumentException("mail.reads.least = " + least + ", must be positive");
    }
  }

  /** Reads {@code mail.reads}. */
  public static ReadLimits of(Config config) {
    Config reads = config.getConfig("mail.reads");
    return new ReadLimits(reads.getDouble("targets"), reads.getDuration("least"));
  }

  /**
   * Returns the clock reading at which the reads of a request end.
   *
   * @param arrived clock reading at its arrival
   * @param now clock reading at its turn
   * @param target its target, more than 0
   */
  long end(long arrived, long now, long target) {
    return Math.max(arrived + (long) (targets * target), now + least.toNanos());
  }
}
