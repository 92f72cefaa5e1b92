package seda.netio;

import java.time.Duration;

/** The checks that all records of limits share; each message has the key, the value, the range. */
public final class Limit {
  private Limit() {}

  /**
   * Refuses a number that is too small.
   *
   * @throws IllegalArgumentException naming key, value and minimum
   */
  public static void atLeast(String key, long value, long minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(key + " = " + value + ", must be at least " + minimum);
    }
  }

  /**
   * Refuses a time that is zero or negative, or too long to be counted in nanoseconds.
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
