package benchmarks.report;

/** A benchmark can't continue; the message is one line for its user. */
public final class BenchmarkException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a reason. */
  public BenchmarkException(String message) {
    super(message);
  }

  /** With a reason and its cause. */
  public BenchmarkException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Throws unless the condition holds. */
  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new BenchmarkException(message);
    }
  }

  /**
   * Throws if the value of an option is out of its range.
   *
   * @throws BenchmarkException with the option, the value and its range
   */
  public static <T extends Comparable<T>> void requireBetween(
      String option, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new BenchmarkException(
          option + " " + value + ": must be from " + least + " to " + most);
    }
  }
}
