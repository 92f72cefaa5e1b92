package benchmarks.report;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What many values come to. */
public final class Figures {
  private Figures() {}

  /** As {@link String#format}, the same in every country. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** The median; of an even number of values, the mean of the middle two; NaN of none. */
  public static <T> double median(Collection<T> values, ToDoubleFunction<? super T> value) {
    double[] sorted = values.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length == 0
        ? Double.NaN
        : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The least value. */
  public static <T> double lowest(Collection<T> values, ToDoubleFunction<? super T> value) {
    return values.stream().mapToDouble(value).min().orElse(0);
  }

  /** The greatest value. */
  public static <T> double highest(Collection<T> values, ToDoubleFunction<? super T> value) {
    return values.stream().mapToDouble(value).max().orElse(0);
  }

  /** A percentile of times in nanoseconds, in milliseconds. */
  public static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  /**
   * Jain's fairness index (Σx)² / (n·Σx²): 1 if all had as many, 0 if none had any. R. Jain et al.,
   * DEC-TR-301, 1984.
   */
  public static double jain(Collection<Integer> counts) {
    double sum = 0;
    double squares = 0;
    for (int count : counts) {
      sum += count;
      squares += (double) count * count;
    }
    return squares == 0 ? 0 : sum * sum / (counts.size() * squares);
  }

  /** A share as a percentage with its sign. */
  public static String percent(double share) {
    return text(share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }
}
