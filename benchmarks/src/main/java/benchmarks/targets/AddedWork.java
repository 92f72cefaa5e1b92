package benchmarks.targets;

import benchmarks.report.BenchmarkException;

/**
 * Chooses the added work of a request so that the machine can be offered ten times its capacity.
 * The time of a request is linear in the added bytes: 1/R = 1/R₀ + b·bytes.
 */
final class AddedWork {
  /** Bytes of the measurement that finds b. */
  static final long PROBE = 1 << 20;

  /** Requests a second that a saturated service should answer. */
  static final double WANTED_PER_SECOND = 700;

  private static final long STEP = 1 << 10;

  private AddedWork() {}

  /**
   * The bytes for the wanted rate, a multiple of 1 KiB; 0 if the service is slow enough.
   *
   * @param without answers a second without added work
   * @param with answers a second with {@link #PROBE} bytes
   */
  static long bytes(double without, double with) {
    BenchmarkException.require(
        0 < with && with < without, "added work does not make requests dearer; use --added-work");
    double perByte = (1 / with - 1 / without) / PROBE;
    double bytes = (1 / WANTED_PER_SECOND - 1 / without) / perByte;
    return Math.max(0, Math.round(bytes / STEP) * STEP);
  }
}
