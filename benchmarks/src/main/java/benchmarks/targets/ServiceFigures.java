package benchmarks.targets;

import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import java.io.IOException;
import java.util.List;

/** All figures on the service, in the order in which they are measured. */
public final class ServiceFigures {
  /** Measures a figure, and writes plots and JSON; blocks for a minute or two. */
  @FunctionalInterface
  interface Drawing {
    void draw(FigureBench bench) throws IOException, InterruptedException;
  }

  /**
   * A figure of a paper, or one of ours.
   *
   * @param name on the command line
   * @param description what it shows, in a line
   */
  record ServiceFigure(String name, String description, Drawing drawing) {}

  private static final List<ServiceFigure> ALL =
      List.of(
          new ServiceFigure(
              "usits-10",
              "a spike of users: response time, refusals, fairness (with usits-7)",
              SpikeFigure::draw),
          new ServiceFigure(
              "idle-cost",
              "80 % load, open loop: the share that is refused without need",
              IdleCostFigure::draw),
          new ServiceFigure(
              "usits-14",
              "two classes, the high one arriving in the middle (with usits-15)",
              ClassesFigure::draw),
          new ServiceFigure(
              "sosp-13",
              "p90 and longest response time by number of users",
              ByUsersFigure::clients),
          new ServiceFigure(
              "usits-8",
              "p90 of each request type by number of users (with usits-9)",
              ByUsersFigure::types),
          new ServiceFigure(
              "usits-11",
              "each request type at high load, searches above all; not the paper's experiment",
              ByUsersFigure::search),
          new ServiceFigure(
              "usits-12",
              "doing less for each request: controlled quality (with usits-13)",
              DegradationFigure::draw),
          new ServiceFigure(
              "slow-database",
              "the database becomes about five times slower half-way",
              SlowDatabaseFigure::draw));

  private ServiceFigures() {}

  static List<ServiceFigure> all() {
    return ALL;
  }

  static ServiceFigure named(String name) {
    List<String> names = ALL.stream().map(ServiceFigure::name).toList();
    BenchmarkException.require(
        names.contains(name), "no figure " + name + "; known are all, " + String.join(", ", names));
    return ALL.get(names.indexOf(name));
  }

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return ALL.stream()
        .map(figure -> Figures.text("figure %-15s %s", figure.name, figure.description))
        .toList();
  }
}
