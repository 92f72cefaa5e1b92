package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final double PER_SECOND = 20_000;
  private static final long START = 5_000_000_000L;
  private static final int SECONDS = 50;

  private static long[] times(long seed) {
    Arrivals arrivals = new Arrivals(PER_SECOND, new Random(seed), START);
    return LongStream.generate(arrivals::next)
        .takeWhile(at -> at < START + SECONDS * 1_000_000_000L)
        .toArray();
  }

  @Test
  void gapsHaveTheMeanAndTheDeviationOfAnExponentialDistribution() {
    long[] times = times(1);
    double[] gaps =
        IntStream.range(1, times.length).mapToDouble(i -> times[i] - times[i - 1]).toArray();
    double mean = IntStream.range(0, gaps.length).mapToDouble(i -> gaps[i]).average().orElse(0);
    double squares = IntStream.range(0, gaps.length).mapToDouble(i -> gaps[i] * gaps[i]).sum();
    double deviation = Math.sqrt(squares / gaps.length - mean * mean);

    assertThat(mean).isCloseTo(1e9 / PER_SECOND, within(0.005 * 1e9 / PER_SECOND));
    assertThat(deviation / mean).isCloseTo(1, within(0.01));
  }

  /** Variance and mean of a Poisson count are equal. */
  @Test
  void countsOfMillisecondsHaveTheDispersionOfAPoissonProcess() {
    int[] counts = new int[SECONDS * 1_000];
    for (long at : times(2)) {
      counts[(int) ((at - START) / 1_000_000)]++;
    }
    double mean = IntStream.of(counts).average().orElse(0);
    double variance =
        IntStream.of(counts).mapToDouble(n -> (n - mean) * (n - mean)).average().orElse(0);

    assertThat(mean).isCloseTo(PER_SECOND / 1_000, within(0.1));
    assertThat(variance / mean).isCloseTo(1, within(0.03));
  }

  @Test
  void aSeedRepeatsTheArrivals() {
    assertThat(times(3)).isEqualTo(times(3)).isNotEqualTo(times(4));
  }
}
