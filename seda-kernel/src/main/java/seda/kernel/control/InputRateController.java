package seda.kernel.control;

import java.time.Duration;

/**
 * Holds the rate at which a source is read [SOSP §4.2], by a pause in its read loop:
 *
 * <pre>
 *   pause ← pause + gain · (packets / target − interval) / reads
 * </pre>
 *
 * The packets of the interval should have taken {@code packets / target}; what is missing, or was
 * too much, is spread over the reads. The gain makes it follow a moving average of the rate.
 */
public final class InputRateController {
  private static final double GAIN = 0.3;

  private final double target;
  private final double maxPauseNanos;
  private double pauseNanos;

  /**
   * A controller for one source.
   *
   * @param target packets a second
   * @param maxPause the longest that the loop is held
   */
  public InputRateController(double target, Duration maxPause) {
    if (!(target > 0)) {
      throw new IllegalArgumentException("target " + target + "/s, must be more than zero");
    }
    this.target = target;
    this.maxPauseNanos = maxPause.toNanos();
  }

  /**
   * The pause to make between two reads.
   *
   * @param packets read in the interval
   * @param reads in which they were read
   * @param interval its length
   */
  public Duration next(long packets, long reads, Duration interval) {
    double missing = packets * 1e9 / target - interval.toNanos();
    double next = pauseNanos + GAIN * missing / Math.max(1, reads);
    pauseNanos = Math.max(0, Math.min(maxPauseNanos, next));
    return Duration.ofNanos((long) pauseNanos);
  }
}
