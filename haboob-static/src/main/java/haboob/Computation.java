package haboob;

import java.time.Duration;
import java.util.SplittableRandom;
import seda.kernel.Clock;

/** Processor work of a given duration: sums of random numbers. */
final class Computation {
  private static final int ROUND = 1 << 16;
  private static final int TRIALS = 32;

  private final double roundsPerNano;

  private Computation(double roundsPerNano) {
    this.roundsPerNano = roundsPerNano;
  }

  /** Measures the machine's speed as the best of several trials, since other programs may run. */
  static Computation calibrated(Clock clock) {
    long sum = 0;
    long best = Long.MAX_VALUE;
    for (int i = 0; i < TRIALS; i++) {
      long start = clock.nanos();
      sum += sum(ROUND);
      best = Math.min(best, clock.nanos() - start);
    }
    return new Computation(sum == 0 ? 0 : (double) ROUND / Math.max(1, best));
  }

  /** Computes for about {@code time} of CPU time. */
  long run(Duration time) {
    return sum(rounds(time));
  }

  long rounds(Duration time) {
    return (long) (time.toNanos() * roundsPerNano);
  }

  private static long sum(long rounds) {
    SplittableRandom random = new SplittableRandom(rounds);
    long sum = 1;
    for (long i = 0; i < rounds; i++) {
      sum += random.nextInt() | 1;
    }
    return sum;
  }
}
