package seda.kernel.control;

import java.time.Duration;

/**
 * Holds the rate at which a source is read [SOSP §4.2]: a pause in the read loop that grows while
 * the moving average of the rate is over the target, and shrinks while it is under it.
 *
 * <pre>
 *   pause ← pause + gain · (1/target − 1/average) · batch
 * </pre>
 *
 * with {@code batch} the packets read between two pauses, so that the pause is what is missing.
 */
public final class InputRateController {
  private static final double SMOOTHING = 0.3;
  private static final double GAIN = 0.5;

  private final double target;
  private final double maxPauseSeconds;
  private double average;
  private double pause;

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
    this.maxPauseSeconds = maxPause.toNanos() / 1e9;
  }

  /**
   * The pause to make between two reads.
   *
   * @param packets read in the interval
   * @param reads in which they were read
   * @param interval its length
   */
  public Duration next(long packets, long reads, Duration interval) {
    double rate = packets / (interval.toNanos() / 1e9);
    average = average == 0 ? rate : average + SMOOTHING * (rate - average);
    if (average > 0) {
      double batch = (double) packets / Math.max(1, reads);
      pause += GAIN * (1 / target - 1 / average) * batch;
    } else {
      pause = 0;
    }
    pause = Math.max(0, Math.min(maxPauseSeconds, pause));
    return Duration.ofNanos((long) (pause * 1e9));
  }
}
