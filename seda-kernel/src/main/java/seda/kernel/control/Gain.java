package seda.kernel.control;

import java.util.Arrays;

/**
 * Gain g, from 0.5 to 1, of one class of one stage. It follows the measured 90th percentile of the
 * response times and only tightens the limit:
 *
 * <pre>
 *   over = p90 / (0.85·T), of the answers of a window of max(1 s, T), at least 20
 *   g ← max(0.5, g / min(1.2, over))    if over &gt; 1
 *   g ← min(1, g · min(1.05, 0.9/over)) if over &lt; 0.9
 *   g ← min(1, 1.05·g)                  for a window without enough answers
 * </pre>
 *
 * <p>At T itself, a tenth of all answers would be late. Windows are times, not numbers of answers:
 * a type that is shut out has no answers to recover by. Not thread-safe.
 */
final class Gain {
  private static final double LEAST = 0.5;
  private static final double AIM = 0.85;
  private static final double TIGHTENING = 1.2;
  private static final double RELAXING = 1.05;
  private static final int LEAST_ANSWERS = 20;
  private static final int SAMPLES = 256;
  static final long LEAST_WINDOW = 1_000_000_000;

  private final long[] samples = new long[SAMPLES];
  private int sampled;
  private int stride = 1; // every stride-th answer is a sample
  private int untilSample = 1;
  private double value = 1;
  private double p90;
  private long start;

  static long window(long target) {
    return Math.max(LEAST_WINDOW, target);
  }

  /** Returns a gain after a time without answers. */
  static double relaxed(double gain, long nanos, long target) {
    int windows = (int) Math.min(Integer.MAX_VALUE, nanos / window(target));
    return gain == 1 || windows <= 0 ? gain : Math.min(1, gain * Math.pow(RELAXING, windows));
  }

  double value() {
    return value;
  }

  /** Returns the 90th percentile of the last window in nanoseconds; 0 while unknown. */
  double p90() {
    return p90;
  }

  /** Records a response time. Samples stay evenly spread over the window, however many come. */
  void completed(long responseNanos) {
    if (--untilSample > 0) {
      return;
    }
    if (sampled == SAMPLES) {
      for (int i = 0; i < SAMPLES / 2; i++) {
        samples[i] = samples[2 * i];
      }
      sampled = SAMPLES / 2;
      stride *= 2;
    }
    untilSample = stride;
    samples[sampled++] = responseNanos;
  }

  /** Ends the window if it is over. */
  void endIfDue(long target, long feasible, long now) {
    long passed = now - start;
    if (passed < window(target)) {
      return;
    }
    if (sampled >= LEAST_ANSWERS) {
      follow(feasible);
    } else {
      value = relaxed(value, passed, target);
    }
    start = now;
  }

  private void follow(long feasible) {
    Arrays.sort(samples, 0, sampled);
    p90 = samples[(int) Math.ceil(0.9 * sampled) - 1];
    double over = p90 / (AIM * feasible);
    if (over > 1) {
      value = Math.max(LEAST, value / Math.min(TIGHTENING, over));
    } else if (over < 0.9) {
      value = Math.min(1, value * Math.min(RELAXING, 0.9 / over));
    }
    sampled = 0;
    stride = 1;
    untilSample = 1;
  }
}
