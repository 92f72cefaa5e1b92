package benchmarks.simulation;

import benchmarks.baselines.Baseline;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Columns;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.simulation.Load.Users;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench controllers}: the product's admission and the baselines in virtual time; with
 * {@code --grid}, also the variants of each baseline. The results are the same on every machine.
 */
@Command(
    name = "controllers",
    description = "Overload controllers in virtual time, and the grid that tunes the baselines.")
public final class ControllersCommand extends Benchmark {
  private static final long SEED = 1;
  private static final List<Double> GRID_LOADS = List.of(0.8, 2.0, 10.0);

  /** Without connections in the simulation, it is the same as none. */
  private static final String CONNECTIONS = "connections-128";

  @Option(names = "--grid", description = "also the variants of each baseline")
  private boolean grid;

  @Option(names = "--seconds", description = "virtual seconds of a run (default: 60)")
  private int seconds = 60;

  @Option(names = "--target", description = "target of all types in ms (default: 100)")
  private int target = 100;

  /** A baseline's run under a load. */
  record Row(Baseline baseline, Load load, Outcome outcome) {}

  /** A variant's runs, in the order of {@link #GRID_LOADS}. */
  record Tuned(Grid.Variant variant, List<Outcome> outcomes) {
    String name() {
      return variant.baseline().name();
    }

    double score() {
      return outcomes.stream().mapToDouble(Outcome::score).average().orElse(0);
    }
  }

  static List<Load> loads() {
    return List.of(
        Load.open(0.8),
        Load.open(1.5),
        Load.open(2),
        Load.open(10),
        Load.open(2).slowing(5),
        Load.users(3_000, Users.OBEDIENT),
        Load.users(3_000, Users.FIXED),
        Load.users(3_000, Users.IMPATIENT));
  }

  @Override
  protected void run() throws IOException {
    BenchmarkException.requireBetween("--seconds", seconds, 10, 3_600);
    BenchmarkException.requireBetween("--target", target, 5, 60_000);
    Report report = report().command();
    List<Row> rows = new ArrayList<>();
    List<Tuned> tuned = new ArrayList<>();
    List<Baseline> simulated =
        Baseline.all().stream().filter(each -> !each.name().equals(CONNECTIONS)).toList();
    int steps = loads().size() + (grid ? Grid.variants().size() : 0);
    try (Progress progress = new Progress(steps)) {
      for (Load load : loads()) {
        progress.step("%s", load.title());
        simulated.forEach(
            baseline -> rows.add(new Row(baseline, load, run(baseline, load, degrades(baseline)))));
      }
      if (grid) {
        tuned.addAll(tune(progress));
      }
    }
    Columns<Row> columns = columns();
    report.table(columns.table(rows));
    if (grid) {
      report.text("#### The grid").table(gridColumns().table(tuned));
    }
    report.json(
        "controllers-results.json",
        Json.map("runs", columns.json(rows), "grid", gridColumns().json(tuned)));
    publish(report, "controllers.md", "Overload controllers in virtual time", "");
  }

  /** Quality is fixed at 1 where it is not the subject. */
  private static boolean degrades(Baseline baseline) {
    return baseline.name().contains("degrad");
  }

  private Outcome run(Baseline baseline, Load load, boolean degrades) {
    Duration held = Duration.ofMillis(target);
    return new SimulatedMail(baseline, load, held, degrades, SEED).run(Duration.ofSeconds(seconds));
  }

  /** Runs all variants; those of a baseline follow each other, the best first. */
  private List<Tuned> tune(Progress progress) {
    List<Tuned> all = new ArrayList<>();
    for (Grid.Variant variant : Grid.variants()) {
      progress.step("%s: %s", variant.baseline().name(), variant.parameters());
      all.add(
          new Tuned(
              variant,
              GRID_LOADS.stream()
                  .map(multiple -> run(variant.baseline(), Load.open(multiple), false))
                  .toList()));
    }
    all.sort(
        Comparator.comparing(Tuned::name)
            .thenComparing(Comparator.comparingDouble(Tuned::score).reversed()));
    return all;
  }

  private static Columns<Row> columns() {
    return new Columns<Row>()
        .add("control", "%s", "control", row -> row.baseline().title())
        .add("load", "%s", "load", row -> row.load().title())
        .add("5 s windows over", "%.0f %%", "windowsOf5sOver", row -> 100 * row.outcome().over5())
        .add("1 s over", "%.0f %%", "windowsOf1sOver", row -> 100 * row.outcome().over1())
        .add("goodput", "%.2f", "goodput", row -> row.outcome().goodput())
        .add("full", "%.2f", "fullGoodput", row -> row.outcome().full())
        .add("refused", "%.1f %%", "refusedPercent", row -> 100 * row.outcome().refused())
        .add("least share", "%.2f", "leastShare", row -> row.outcome().leastShare())
        .add("Jain", "%.2f", "jain", row -> row.outcome().jain())
        .add("never", "%.1f %%", "neverPercent", row -> 100 * row.outcome().never());
  }

  private static Columns<Tuned> gridColumns() {
    Columns<Tuned> columns =
        new Columns<Tuned>()
            .add(
                "variant",
                "%s",
                "variant",
                each -> each.name() + ": " + each.variant().parameters())
            .add("score", "%.2f", "score", Tuned::score);
    for (int i = 0; i < GRID_LOADS.size(); i++) {
      int index = i;
      String load = " at " + Load.open(GRID_LOADS.get(i)).title();
      columns
          .add("goodput" + load, "%.2f", null, each -> each.outcomes().get(index).goodput())
          .add("1 s over", "%.0f %%", null, each -> 100 * each.outcomes().get(index).over1())
          .add("least share", "%.2f", null, each -> each.outcomes().get(index).leastShare());
    }
    return columns;
  }
}
