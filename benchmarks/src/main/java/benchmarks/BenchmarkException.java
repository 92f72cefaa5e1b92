package benchmarks;

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
}
