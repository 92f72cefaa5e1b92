package benchmarks.targets;

import benchmarks.users.Habits.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All figures on the service, in the order in which they are measured. */
final class Catalogue {
  /** Names of the figures whose runs make the table of controllers. */
  static final String MATRIX = "matrix-";

  /** Name of the figure that is longer than two periods of admission by user. */
  static final String ABSENCE = "absence";

  /** Phases of a run that is longer than two periods. */
  private static final double PHASES_OF_TWO_PERIODS = 6.5;

  /** The loads of the table of controllers, as multiples of the capacity. */
  static final List<Double> LOADS = List.of(0.8, 1.5, 2.0, 10.0);

  /** The best of the other controllers, measured where not all are. */
  static final String BEST_BASELINE = "aimd";

  /** Behaviour after a refusal, by the name of the load. */
  private static final List<Retry> RETRIES = List.of(Retry.OBEDIENT, Retry.FIXED, Retry.AT_ONCE);

  private Catalogue() {}

  /** The name of an open loop's load. */
  static String times(double load) {
    return load == Math.rint(load) ? Math.round(load) + "x" : load + "x";
  }

  /**
   * The figures.
   *
   * @param phase length of a phase in seconds
   */
  static List<Figure> figures(double phase) {
    List<Figure> figures = new ArrayList<>();
    figures.addAll(matrices(phase));
    figures.addAll(others(phase));
    return figures.stream().filter(figure -> !figure.series().isEmpty()).toList();
  }

  private static List<Figure> matrices(double phase) {
    return List.of(
        matrix("ours", "the product", phase, Row.of("deadline"), Row.shipped()),
        matrix("none", "no control of admission", phase, rows("none", "none-degrading")),
        matrix("papers", "controllers of the papers", phase, rows("aimd", "threshold")),
        matrix("more-papers", "more of the papers", phase, rows("single", "paper-degradation")),
        matrix("limits", "limits of waiting and service", phase, rows("gradient2", "codel")),
        matrix("others", "DAGOR and Bouncer", phase, rows("dagor", "bouncer")),
        matrix("threads", "a virtual thread a request", phase, Row.threads().toArray(Row[]::new)));
  }

  private static List<Figure> others(double phase) {
    return List.of(
        figure(ABSENCE, "10 × the capacity for more than two periods", absence(phase)),
        figure("retries", "1,024 users: obedient, as in the papers, impatient", retries(phase)),
        figure("usits-10", "3, 1,024, 3 users (with usits-7)", spike(phase)),
        figure("usits-8", "each request type at 16 and 1,024 users (with usits-9)", types(phase)),
        figure("usits-11", "one controller for all stages, dear logins", single(phase)),
        figure("usits-12", "quality and admission (with usits-13)", degradation(phase)),
        figure("usits-14", "two classes of users (with usits-15)", classes(phase)),
        new Figure("slow-database", "the database slows down", true, slow(phase)),
        figure("two-nodes", "two nodes on one database", nodes(phase)),
        figure("retry-storm", "impatient users, then most leave", storm(phase)));
  }

  private static Figure figure(String name, String description, List<Series> series) {
    return new Figure(name, description, false, series);
  }

  private static Row[] rows(String... names) {
    return Stream.of(names).map(Row::of).toArray(Row[]::new);
  }

  /** The same runs of several rows. */
  private static List<Series> each(List<Step> steps, Row... rows) {
    return Stream.of(rows).map(row -> new Series(row, steps)).toList();
  }

  private static Step open(double load, double phase) {
    return new Step(times(load), phase, Scenarios.open(load));
  }

  private static Figure matrix(String name, String description, double phase, Row... rows) {
    List<Step> steps = LOADS.stream().map(load -> open(load, phase)).toList();
    return figure(MATRIX + name, description, each(steps, rows));
  }

  private static List<Series> absence(double phase) {
    return each(List.of(open(10, PHASES_OF_TWO_PERIODS * phase)), rows("deadline"));
  }

  private static List<Series> retries(double phase) {
    List<Step> steps = new ArrayList<>();
    for (Retry retry : RETRIES) {
      String name = retry.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      steps.add(new Step(name, phase, Scenarios.closed(retry, Scenarios.USERS)));
    }
    return each(steps, rows("deadline", "none", BEST_BASELINE));
  }

  private static List<Series> spike(double phase) {
    List<Step> steps = List.of(new Step("spike", 4.0 / 3 * phase, Scenarios.spike()));
    return each(steps, rows("deadline", "none", "aimd", "threshold", "connections-128"));
  }

  private static List<Series> types(double phase) {
    List<Step> steps =
        List.of(
            new Step("16 users", phase, Scenarios.closedWithLogins(16)),
            new Step("1024 users", phase, Scenarios.closedWithLogins(Scenarios.USERS)));
    return each(steps, rows("deadline", "none"));
  }

  private static List<Series> single(double phase) {
    List<Step> steps = List.of(new Step("1.5x with logins", phase, Scenarios.openWithLogins(1.5)));
    return each(steps, rows("deadline", "aimd", "single"));
  }

  private static List<Series> degradation(double phase) {
    return each(
        List.of(open(2, phase)),
        Row.of("none"),
        Row.of("none-degrading"),
        Row.of("paper-degradation"),
        Row.of("deadline"),
        Row.shipped());
  }

  private static List<Series> classes(double phase) {
    List<Step> steps =
        List.of(
            new Step("one class", phase, Scenarios.classes(false)),
            new Step("two classes", phase, Scenarios.classes(true)));
    return each(steps, rows("deadline"));
  }

  private static List<Series> slow(double phase) {
    List<Step> steps = List.of(new Step("0.8x, then slow", phase, Scenarios.slowDatabase(0.8)));
    return each(steps, rows("deadline", "none", BEST_BASELINE, "threshold"));
  }

  private static List<Series> nodes(double phase) {
    return each(
        List.of(new Step(times(2), phase, Scenarios.twoNodes(2))), rows("deadline", "none"));
  }

  private static List<Series> storm(double phase) {
    List<Step> steps =
        List.of(
            new Step("half leave", phase, Scenarios.storm(Scenarios.USERS / 2)),
            new Step("most leave", phase, Scenarios.stormThatEnds()));
    return each(steps, rows("deadline", "none", BEST_BASELINE));
  }
}
