package benchmarks.targets;

import benchmarks.load.SlowDatabase;
import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Half-way, each answer of the database takes longer, so that requests take five times as long. */
final class SlowDatabaseFigure {
  private static final int SLOWER = 5;

  /** A request asks the database about five times, and takes about 5 ms under load. */
  private static final Duration LEAST_DELAY = Duration.ofMillis(1);

  static void draw(FigureBench bench) throws IOException, InterruptedException {
    FigureBench.Service service = bench.slowService();
    SlowDatabase database = service.database();
    Duration usual = bench.usual().compareTo(LEAST_DELAY) > 0 ? bench.usual() : LEAST_DELAY;
    Duration delay = usual.multipliedBy(SLOWER);
    double half = bench.seconds(10);
    double end = half + bench.seconds(20);
    int users = Math.max(1, bench.users() / 4);
    Map<Control, RunResult> runs =
        bench.each(
            service,
            control -> {
              database.delay(bench.usual());
              LoadRun run =
                  new LoadRun(service.product().address(), Habits.PAPER)
                      .at(half, () -> database.delay(delay));
              return bench.run(
                  run, service, Crowd.of(users), end, "slow database, " + control.title());
            });
    database.delay(bench.usual());
    double left =
        runs.values().stream()
            .mapToDouble(run -> run.between(half, end).perSecond())
            .max()
            .orElse(1);
    double before =
        runs.values().stream().mapToDouble(run -> run.between(2, half).perSecond()).max().orElse(1);
    Chart times =
        bench.times("Slow database: 90th percentile of each second", end).event("slow", half, end);
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("users", users);
    figures.put("delayMillisEachAnswer", delay.toMillis());
    figures.put("capacityBefore", before);
    figures.put("capacityLeft", left);
    runs.forEach(
        (control, run) -> {
          Summary slow = run.between(half, end);
          times.steps(control.title(), 1, run.between(0, end).windows(1));
          figures.put(control.title(), bench.map(slow));
          measured.put(
              control,
              Figures.text(
                  "over %s of 5 s windows (1 s: %s), highest 1 s window %.2f T; goodput %s of what"
                      + " is left; refused %s",
                  Figures.percent(slow.over(bench.target(), 5)),
                  Figures.percent(slow.over(bench.target(), 1)),
                  slow.highestWindow(1) / bench.target(),
                  Figures.percent(slow.goodput(bench.target()) / left),
                  Figures.percent(slow.refused())));
        });
    bench.plot("slow-database", times);
    bench.add(
        "slow-database",
        "slow-database",
        Figures.text("(ours) capacity %.1f times less half-way", before / left),
        "≤ 5 % of windows over; goodput ≥ 93 % of what is left",
        measured,
        figures);
  }
}
