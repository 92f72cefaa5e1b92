package benchmarks.baselines;

import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** A thread-safe generator: the hashes of a counter (SplitMix64: Steele et al., OOPSLA 2014). */
final class Hashes implements RandomGenerator {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final AtomicLong counter;

  Hashes(long seed) {
    counter = new AtomicLong(seed);
  }

  @Override
  public long nextLong() {
    return of(counter.addAndGet(GOLDEN));
  }

  /** Returns the hash of a value. */
  static long of(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
