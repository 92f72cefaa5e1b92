package benchmarks.report;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Statistics of many values, and their text. */
public final class Figures {
  private Figures() {}

  /** {@link String#format} in the root locale. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** The median: the mean of the middle two if there is an even number of values, NaN if none. */
  public static <T> double median(Collection<T> values, ToDoubleFunction<? super T> value) {
    double[] sorted = values.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length == 0
        ? Double.NaN
        : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The lowest value. */
  public static <T> double lowest(Collection<T> values, ToDoubleFunction<? super T> value) {
    return values.stream().mapToDouble(value).min().orElse(0);
  }

  /** The highest value. */
  public static <T> double highest(Collection<T> values, ToDoubleFunction<? super T> value) {
    return values.stream().mapToDouble(value).max().orElse(0);
  }

  /** A percentile of times in nanoseconds, in milliseconds. */
  public static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  /**
   * Jain's fairness index (Σx)² / (n·Σx²): 1 if all counts are equal, 0 if all are 0. R. Jain et
   * al., DEC-TR-301, 1984.
   */
  public static double jain(Collection<? extends Number> counts) {
    double sum = counts.stream().mapToDouble(Number::doubleValue).sum();
    double squares =
        counts.stream().mapToDouble(Number::doubleValue).map(count -> count * count).sum();
    return squares == 0 ? 0 : sum * sum / (counts.size() * squares);
  }

  /** A share as a percentage with its sign. */
  public static String percent(double share) {
    return text(share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }
}
