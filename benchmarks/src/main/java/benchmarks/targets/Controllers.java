package benchmarks.targets;

import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.RowPlot;
import benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of all controllers at each load, and what each did better than the product. */
final class Controllers {
  /** Differences within this factor are those between two runs of the same controller. */
  private static final double NOTABLE = 1.05;

  private static final Columns<Measurement> COLUMNS =
      new Columns<Measurement>()
          .column("load", "%s", run -> run.key().load())
          .column("controller", "%s", Controllers::title)
          .column("5 s over", "%s", run -> windows(run))
          .column("full / capacity", "%.2f", Runs::share)
          .column(
              "all / capacity", "%.2f", run -> run.number("all.goodput") / run.number("capacity"))
          .column("refused", "%s", run -> Figures.percent(run.number("all.refusedShare")))
          .column("worst type", "%.2f", run -> run.number("all.leastShareOfAType"))
          .column("sessions", "%s", run -> Figures.percent(run.number("all.sessionsFinishedShare")))
          .column(
              "after 5 s",
              "%s",
              run -> Figures.percent(run.number("all.settledSessionsFinishedShare")))
          .column("absence s", "%.0f", run -> run.number("all.longestAbsenceSeconds"))
          .column("Jain", "%.2f", run -> run.number("all.jain"))
          .column("refusal ms", "%.1f", run -> run.number("all.refusalP99Millis"));

  /** A figure by which controllers are compared; {@code sign} is 1 if more is better. */
  private record Figure(String title, String path, int sign) {}

  private static final List<Figure> COMPARED =
      List.of(
          new Figure("windows over", "all.windowsOf5sOver", -1),
          new Figure("full goodput", "all.fullGoodput", 1),
          new Figure("refused", "all.refusedShare", -1),
          new Figure("worst type", "all.leastShareOfAType", 1),
          new Figure("sessions", "all.sessionsFinishedShare", 1),
          new Figure("absence", "all.longestAbsenceSeconds", -1),
          new Figure("Jain", "all.jain", 1),
          new Figure("refusal p99", "all.refusalP99Millis", -1));

  private final Runs runs;

  Controllers(Runs runs) {
    this.runs = runs;
  }

  private static String title(Measurement run) {
    String database = run.key().database().equals(Runs.MYSQL) ? ", MySQL" : "";
    return run.text("row.title") + database + (run.isValid() ? "" : " †");
  }

  private static String windows(Measurement run) {
    return Figures.text(
        "%.0f of %.0f", run.number("all.windowsOf5sOver"), run.number("all.windowsOf5s"));
  }

  /** A row for each load and controller. */
  Table table() {
    List<Measurement> rows = new ArrayList<>();
    for (double load : Catalogue.LOADS) {
      for (String row : runs.matrixRows()) {
        rows.addAll(runs.matrix(row, List.of(load)));
      }
    }
    return COLUMNS.table(rows);
  }

  /** A line for each other controller with a better figure. */
  List<String> better() {
    List<String> lines = new ArrayList<>();
    for (String row : runs.matrixRows()) {
      List<String> better = new ArrayList<>();
      if (!row.startsWith(Row.OURS)) {
        for (Measurement other : runs.matrix(row, Catalogue.LOADS)) {
          better.addAll(better(other));
        }
      }
      if (!better.isEmpty()) {
        String title = runs.matrix(row, Catalogue.LOADS).get(0).text("row.title");
        lines.add(Figures.text("- **%s**: %s.", title, String.join("; ", better)));
      }
    }
    return lines;
  }

  private List<String> better(Measurement other) {
    Optional<Measurement> ours = runs.matrix(Row.OURS, other.key().load(), other.key().database());
    List<String> better = new ArrayList<>();
    for (Figure figure : ours.isEmpty() ? List.<Figure>of() : COMPARED) {
      double theirs = other.number(figure.path);
      double own = ours.get().number(figure.path);
      boolean more = theirs > own * NOTABLE + 1e-9;
      boolean less = theirs * NOTABLE < own - 1e-9;
      if (figure.sign > 0 ? more : less) {
        better.add(
            Figures.text("%s %s (ours %s)", figure.title, Goal.number(theirs), Goal.number(own)));
      }
    }
    String database = other.key().database().equals(Runs.MYSQL) ? " on MySQL" : "";
    return better.isEmpty()
        ? List.of()
        : List.of("at " + other.key().load() + database + " " + String.join(", ", better));
  }

  /** Goodput in full answers of all controllers at two loads. */
  RowPlot plot() {
    List<String> loads = List.of("2x", "10x");
    RowPlot plot =
        new RowPlot(
                "Full answers within the target, by controller, at 2 and 10 times the capacity",
                "full answers within the target, % of the capacity",
                List.of("2 × capacity", "10 × capacity"))
            .goal(100, "capacity");
    for (String row : runs.matrixRows()) {
      List<Double> shares =
          loads.stream()
              .map(load -> runs.matrix(row, load, Runs.EMBEDDED))
              .map(run -> run.map(Runs::share).orElse(Double.NaN))
              .map(share -> Math.rint(100 * share))
              .toList();
      runs.matrix(row, List.of(2.0, 10.0)).stream()
          .findFirst()
          .ifPresent(run -> plot.row(run.text("row.title"), row.equals(Row.OURS), shares));
    }
    return plot;
  }
}
