package seda.kernel.control;

import java.time.Duration;

/**
 * Controls the rate at which a source is read [SOSP §4.2] by a pause in its read loop:
 *
 * <pre>
 *   pause ← pause + gain · (packets / target − interval) / reads
 * </pre>
 *
 * <p>The packets of the interval should have taken {@code packets / target}. The difference is
 * spread over the reads. The gain makes the pause follow a moving average of the rate. Not
 * thread-safe.
 */
public final class InputRateController {
  private static final double GAIN = 0.3;

  private final double target;
  private final double maxPauseNanos;
  private double pauseNanos;

  /**
   * Creates a controller for one source.
   *
   * @param target packets per second, more than zero
   * @param maxPause longest pause
   */
  public InputRateController(double target, Duration maxPause) {
    if (!(target > 0)) {
      throw new IllegalArgumentException("target = " + target + "/s, must be more than zero");
    }
    this.target = target;
    this.maxPauseNanos = maxPause.toNanos();
  }

  /**
   * Returns the pause between two reads.
   *
   * @param packets packets read in the interval
   * @param reads reads in the interval
   * @param interval length of the interval
   */
  public Duration next(long packets, long reads, Duration interval) {
    double missing = packets * 1e9 / target - interval.toNanos();
    double next = pauseNanos + GAIN * missing / Math.max(1, reads);
    pauseNanos = Math.max(0, Math.min(maxPauseNanos, next));
    return Duration.ofNanos((long) pauseNanos);
  }
}
