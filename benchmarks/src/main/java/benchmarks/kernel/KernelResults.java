package benchmarks.kernel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was measured: a value of each figure for each round. */
final class KernelResults {
  private final Map<Figure, List<Double>> rounds = new EnumMap<>(Figure.class);

  void add(Figure figure, double value) {
    rounds.computeIfAbsent(figure, first -> new ArrayList<>()).add(value);
  }

  /** Figures that were measured, in order. */
  List<Figure> figures() {
    return List.copyOf(rounds.keySet());
  }

  List<Double> rounds(Figure figure) {
    return List.copyOf(rounds.get(figure));
  }

  double median(Figure figure) {
    double[] values = sorted(figure);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  double least(Figure figure) {
    return sorted(figure)[0];
  }

  double most(Figure figure) {
    double[] values = sorted(figure);
    return values[values.length - 1];
  }

  private double[] sorted(Figure figure) {
    return rounds.get(figure).stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }
}
