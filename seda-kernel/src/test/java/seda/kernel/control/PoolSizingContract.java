package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import seda.kernel.PoolObservation;

/** Contract of pool-size controllers. */
abstract class PoolSizingContract {
  private static final long SECOND = 1_000_000_000;

  abstract PoolSizing sizing();

  /**
   * Observes a second in which {@code busy} threads were busy on average and none was idle for
   * long.
   */
  static PoolObservation second(int threads, int queued, long completed, double busy) {
    return new PoolObservation(0, SECOND, threads, queued, completed, busy, 0);
  }

  @Test
  void asksForAtLeastOneThreadAfterAnyObservation() {
    SplittableRandom random = new SplittableRandom(1);
    PoolSizing sizing = sizing();
    int threads = 1;
    for (long i = 0; i < 10_000; i++) {
      threads =
          sizing.next(
              new PoolObservation(
                  i * SECOND,
                  random.nextLong(1, 2 * SECOND),
                  threads,
                  random.nextInt(3) * random.nextInt(300),
                  random.nextBoolean() ? random.nextLong(10_000) : 0,
                  threads * random.nextDouble(1.1),
                  random.nextInt(threads)));
      assertThat(threads).isPositive();
      threads = Math.min(threads, 100); // as a pool does
    }
  }

  @Test
  void leavesAPoolOfOneThreadAloneThatHasNothingToDo() {
    PoolSizing sizing = sizing();
    for (int i = 0; i < 100; i++) {
      assertThat(sizing.next(second(1, 0, 0, 0))).isOne();
    }
  }
}
