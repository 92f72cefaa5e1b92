package benchmarks.users;

import java.util.Random;

/** Arrival times of a Poisson process, in nanoseconds: the gaps are exponential. */
final class Arrivals {
  private final double meanNanos;
  private final Random random;
  private final long start;
  private double last; // since the start

  /** A process of {@code perSecond} arrivals a second, which starts at a time. */
  Arrivals(double perSecond, Random random, long start) {
    this.meanNanos = 1e9 / perSecond;
    this.random = random;
    this.start = start;
  }

  /** The time of the next arrival. */
  long next() {
    last -= Math.log(1 - random.nextDouble()) * meanNanos;
    return start + (long) last;
  }
}
