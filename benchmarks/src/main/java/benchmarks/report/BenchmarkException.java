package benchmarks.report;

/** A benchmark can't go on; the message, one line, tells a person why. */
public final class BenchmarkException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a reason. */
  public BenchmarkException(String message) {
    super(message);
  }

  /** With a reason, and what lies behind it. */
  public BenchmarkException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Refuses what must not be. */
  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new BenchmarkException(message);
    }
  }

  /**
   * Refuses the value of an option that is out of its range.
   *
   * @throws BenchmarkException naming the option, the value and what is allowed
   */
  public static <T extends Comparable<T>> void requireBetween(
      String option, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new BenchmarkException(
          option + " " + value + ": must be from " + least + " to " + most);
    }
  }
}
