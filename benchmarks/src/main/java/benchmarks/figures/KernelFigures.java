package benchmarks.figures;

import benchmarks.report.BenchmarkException;
import java.util.List;

/** All figures of the kernel. */
public final class KernelFigures {
  private static final List<KernelFigure> ALL =
      List.of(new PoolFigure(), new BatchingFigure(), new RouterFigure());

  private KernelFigures() {}

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return ALL.stream().map(KernelFigure::line).toList();
  }

  /** Whether one has that name. */
  public static boolean has(String name) {
    return ALL.stream().anyMatch(figure -> figure.name().equals(name));
  }

  /** The one of that name. */
  public static KernelFigure named(String name) {
    List<String> names = ALL.stream().map(KernelFigure::name).toList();
    BenchmarkException.require(
        names.contains(name), "no figure " + name + "; there are " + String.join(", ", names));
    return ALL.get(names.indexOf(name));
  }
}
