package seda.kernel;

import java.util.List;

/**
 * One window of a stage's history. Quiet windows are omitted.
 *
 * @param nanos clock reading at the end of the window
 * @param queueLength events waiting at the end
 * @param completed events completed in the window
 * @param refused events refused in the window
 * @param classes times by service class, for classes with completed events
 */
public record WindowSnapshot(
    long nanos, int queueLength, long completed, long refused, List<OfClass> classes) {

  /**
   * Response times of one class in nanoseconds.
   *
   * @param rank rank of the class
   * @param completed completed events
   * @param p50 median
   * @param p90 90th percentile
   * @param p99 99th percentile
   */
  public record OfClass(int rank, long completed, long p50, long p90, long p99) {}
}
