package seda.kernel;

import java.util.List;

/**
 * One window in a stage's history; windows in which nothing happened are left out.
 *
 * @param nanos the clock's reading at the window's end
 * @param queueLength events waiting then
 * @param completed events completed in the window
 * @param refused events refused in the window
 * @param classes times by service class, of those that completed anything
 */
public record WindowSnapshot(
    long nanos, int queueLength, long completed, long refused, List<OfClass> classes) {

  /**
   * Response times of one class, in nanoseconds.
   *
   * @param rank of the class
   * @param completed events
   * @param p50 median
   * @param p90 90th percentile
   * @param p99 99th percentile
   */
  public record OfClass(int rank, long completed, long p50, long p90, long p99) {}
}
