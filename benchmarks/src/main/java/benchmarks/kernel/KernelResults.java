package benchmarks.kernel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was measured: a value of each figure for each round. */
final class KernelResults {
  private final Map<KernelMetric, List<Double>> rounds = new EnumMap<>(KernelMetric.class);

  void add(KernelMetric figure, double value) {
    rounds.computeIfAbsent(figure, first -> new ArrayList<>()).add(value);
  }

  /** Figures that were measured, in order. */
  List<KernelMetric> figures() {
    return List.copyOf(rounds.keySet());
  }

  List<Double> rounds(KernelMetric figure) {
    return List.copyOf(rounds.get(figure));
  }

  double median(KernelMetric figure) {
    double[] values = sorted(figure);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  double least(KernelMetric figure) {
    return sorted(figure)[0];
  }

  double most(KernelMetric figure) {
    double[] values = sorted(figure);
    return values[values.length - 1];
  }

  private double[] sorted(KernelMetric figure) {
    return rounds.get(figure).stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }
}
