package benchmarks.targets;

import benchmarks.report.BenchmarkException;
import java.util.List;

/** All figures, in the order in which they are measured. */
public final class ServiceFigures {
  private static final List<ServiceFigure> ALL =
      List.of(
          new SpikeFigure(),
          new IdleCostFigure(),
          new ClassesFigure(),
          ByUsersFigure.clients(),
          ByUsersFigure.types(),
          ByUsersFigure.search(),
          new DegradationFigure(),
          new SlowDatabaseFigure());

  private ServiceFigures() {}

  static List<ServiceFigure> all() {
    return ALL;
  }

  static ServiceFigure named(String name) {
    return ALL.stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BenchmarkException(
                    "no figure "
                        + name
                        + "; known are all, "
                        + String.join(", ", ALL.stream().map(ServiceFigure::name).toList())));
  }

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return ALL.stream()
        .map(figure -> Text.of("figure %-15s %s", figure.name(), figure.description()))
        .toList();
  }
}
