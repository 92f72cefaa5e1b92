package benchmarks.targets;

import static benchmarks.targets.Goal.atLeast;
import static benchmarks.targets.Goal.atMost;

import benchmarks.report.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The goals of the evaluation, judged by the stored runs. */
final class Goals {
  private static final List<Double> OVERLOADS = List.of(1.5, 2.0, 10.0);

  /** Two periods of admission by user, in seconds; a shorter run can show no longer absence. */
  private static final double TWO_PERIODS = 360;

  private final Runs runs;

  Goals(Runs runs) {
    this.runs = runs;
  }

  /** All goals in the order of the page. */
  List<Goal> all() {
    List<Measurement> over = runs.matrix(Row.OURS, OVERLOADS);
    List<Measurement> all = runs.matrix(Row.OURS, Catalogue.LOADS);
    List<Measurement> needless = runs.matrix(Row.OURS, List.of(0.8));
    return List.of(
        atMost(
            "no-window-over",
            "windows of 5 s over the target, 1.5 to 10 ×: 0",
            over,
            windowsOver("all"),
            0),
        atLeast(
            "goodput-2x",
            "goodput of full answers / capacity, up to 2 ×: ≥ 0.95",
            runs.matrix(Row.OURS, List.of(1.5, 2.0)),
            Runs::share,
            0.95),
        atLeast(
            "goodput-10x",
            "the same at 10 ×: ≥ 0.85",
            runs.matrix(Row.OURS, List.of(10.0)),
            Runs::share,
            0.85),
        atLeast(
            "types",
            "worst type's share, 1.5 to 10 ×: ≥ 0.25",
            over,
            figure("all.leastShareOfAType"),
            0.25),
        atLeast(
            "sessions",
            "sessions finished, 1.5 to 10 ×: ≥ 0.9",
            over,
            figure("all.sessionsFinishedShare"),
            0.9),
        atMost(
            "absence",
            "longest absence in a run of more than two periods of 180 s: ≤ 360 s",
            of(Catalogue.ABSENCE, Catalogue.times(10)),
            figure("all.longestAbsenceSeconds"),
            TWO_PERIODS),
        atMost(
            "refusals",
            "99th percentile of refusals, 1.5 to 10 ×: ≤ 20 ms",
            over,
            figure("all.refusalP99Millis"),
            20),
        atMost(
            "needless", "refused at 0.8 ×: ≤ 0.005", needless, figure("all.refusedShare"), 0.005),
        atLeast(
            "best-goodput",
            "full answers within the target / those of the best other controller: ≥ 1",
            all,
            this::besideBest,
            1),
        atMost(
            "shipped",
            "quality free: windows of 5 s over, 1.5 to 10 ×: 0",
            runs.matrix(Row.SHIPPED, OVERLOADS),
            windowsOver("all"),
            0),
        atMost(
            "spike",
            "usits-10: windows of 5 s over in the spike: 0",
            of("usits-10", "spike"),
            windowsOver("spike"),
            0),
        atMost(
            "slow-database",
            "slow database: windows of 5 s over: 0",
            of("slow-database", "0.8x, then slow"),
            windowsOver("slow"),
            0),
        atMost(
            "high-class",
            "usits-15: windows of 5 s over, high class: 0",
            of("usits-14", "two classes"),
            windowsOver("high"),
            0),
        atMost(
            "two-nodes",
            "two nodes at 2 ×: windows of 5 s over on either: 0",
            of("two-nodes", "2x"),
            run -> run.number("first.windowsOf5sOver") + run.number("second.windowsOf5sOver"),
            0),
        atMost(
            "retry-storm",
            "seconds until within the target after a retry storm: ≤ 5",
            storms(),
            figure("afterwards.settlingSeconds"),
            5),
        atMost(
            "valid",
            "runs of the product that the load generator limited: 0",
            ours(),
            run -> run.isValid() ? 0 : 1,
            0));
  }

  /** The goals as a table. */
  Table table() {
    Table table =
        new Table("goal (deadline controller; quality 1 unless free) | measured | reached");
    all()
        .forEach(
            goal ->
                table.row(
                    "%s", String.join(" | ", goal.text(), goal.measured(), goal.verdict().word)));
    return table;
  }

  private static ToDoubleFunction<Measurement> figure(String path) {
    return run -> run.number(path);
  }

  private static ToDoubleFunction<Measurement> windowsOver(String phase) {
    return figure(phase + ".windowsOf5sOver");
  }

  private List<Measurement> of(String figure, String load) {
    return Stream.of(Runs.EMBEDDED, Runs.MYSQL)
        .map(database -> runs.find(figure, Row.OURS, load, database))
        .flatMap(Optional::stream)
        .toList();
  }

  private List<Measurement> storms() {
    return Stream.of("half leave", "most leave")
        .flatMap(load -> of("retry-storm", load).stream())
        .toList();
  }

  private List<Measurement> ours() {
    return runs.all().stream().filter(run -> run.key().row().equals(Row.OURS)).toList();
  }

  /** Our goodput within the target, divided by the highest of the others at that load. */
  private double besideBest(Measurement ours) {
    double best =
        runs.matrixRows().stream()
            .filter(row -> !row.startsWith(Row.OURS))
            .map(row -> runs.matrix(row, ours.key().load(), ours.key().database()))
            .flatMap(Optional::stream)
            .mapToDouble(Runs::share)
            .max()
            .orElse(Double.NaN);
    return Runs.share(ours) / best;
  }
}
