package seda.kernel.admission;

import java.util.Arrays;

/** The statistic of an interval's response times that a controller observes. */
public enum Statistic {
  /** The 90th percentile [USITS]. */
  P90 {
    @Override
    double of(long[] nanos, int count) {
      Arrays.sort(nanos, 0, count);
      return nanos[(int) Math.ceil(0.9 * count) - 1];
    }
  },
  /** The average [SOSP]. */
  MEAN {
    @Override
    double of(long[] nanos, int count) {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += nanos[i];
      }
      return sum / count;
    }
  };

  /** Returns the statistic of the first {@code count} times, at least one; may sort them. */
  abstract double of(long[] nanos, int count);
}
