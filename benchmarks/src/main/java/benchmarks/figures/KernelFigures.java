package benchmarks.figures;

import benchmarks.report.BenchmarkException;
import java.util.List;

/** All figures there are. */
public final class KernelFigures {
  private static final List<KernelFigure> ALL =
      List.of(new PoolFigure(), new BatchingFigure(), new RouterFigure());

  private KernelFigures() {}

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return ALL.stream()
        .map(figure -> "figure %-15s %s".formatted(figure.name(), figure.description()))
        .toList();
  }

  /** Whether one has that name. */
  public static boolean has(String name) {
    return ALL.stream().anyMatch(figure -> figure.name().equals(name));
  }

  static KernelFigure named(String name) {
    return ALL.stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BenchmarkException(
                    "no figure "
                        + name
                        + "; there are "
                        + String.join(", ", ALL.stream().map(KernelFigure::name).toList())));
  }
}
