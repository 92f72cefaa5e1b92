package seda.netio;

import java.time.Duration;

/** Range checks of the limit records. Each message names the key, the value and the range. */
public final class Limit {
  private Limit() {}

  /**
   * Rejects a number below the minimum.
   *
   * @throws IllegalArgumentException naming key, value and minimum
   */
  public static void atLeast(String key, long value, long minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(key + " = " + value + ", must be at least " + minimum);
    }
  }

  /**
   * Rejects a duration that is not positive or longer than a year.
   *
   * @throws IllegalArgumentException naming key, value and range
   */
  public static void positive(String key, Duration value) {
    if (value.isZero() || value.isNegative() || value.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          key + " = " + value + ", must be above 0 and up to a year");
    }
  }
}
