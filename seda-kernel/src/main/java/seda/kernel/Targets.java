package seda.kernel;

/**
 * Response-time targets of a stage by service class. They may change at any time. Implementations
 * are thread-safe and fast: the kernel calls them for each decision.
 */
@FunctionalInterface
public interface Targets {

  /**
   * Returns the target for the 90th percentile of a rank's response time, in nanoseconds; 0 if it
   * has none.
   */
  long nanos(int rank);
}
