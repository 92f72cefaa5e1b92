package seda.kernel;

import java.time.Duration;

/**
 * Range checks of settings. Each throws an {@link IllegalArgumentException} that names the key, the
 * value and the range.
 */
public final class Limit {
  private static final Duration YEAR = Duration.ofDays(365);

  private Limit() {}

  /** Rejects a number below the minimum. */
  public static void atLeast(String key, long value, long minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(key + " = " + value + ", must be at least " + minimum);
    }
  }

  /** Rejects a number outside a range. */
  public static void within(String key, long value, long minimum, long maximum) {
    if (value < minimum || value > maximum) {
      throw new IllegalArgumentException(
          key + " = " + value + ", must be from " + minimum + " to " + maximum);
    }
  }

  /** Rejects a share that is not above 0 and at most 1. */
  public static void share(String key, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(key + " = " + value + ", must be above 0 and at most 1");
    }
  }

  /** Rejects a duration below the minimum. */
  public static void atLeast(String key, Duration value, Duration minimum) {
    if (value.compareTo(minimum) < 0) {
      throw new IllegalArgumentException(key + " = " + value + ", must be at least " + minimum);
    }
  }

  /** Rejects a negative duration. */
  public static void notNegative(String key, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(key + " = " + value + ", must not be negative");
    }
  }

  /** Rejects a duration that is not positive or longer than a year. */
  public static void positive(String key, Duration value) {
    if (value.isZero() || value.isNegative() || value.compareTo(YEAR) > 0) {
      throw new IllegalArgumentException(
          key + " = " + value + ", must be above 0 and up to a year");
    }
  }
}
