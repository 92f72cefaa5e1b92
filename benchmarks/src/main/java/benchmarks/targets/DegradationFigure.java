package benchmarks.targets;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** [USITS] Figures 12 and 13: overload met by doing less for each request. */
final class DegradationFigure {
  private static final double LOWEST = 0.1;

  static void draw(FigureBench bench) throws IOException, InterruptedException {
    FigureBench.Service service = bench.service();
    double seconds = bench.seconds(60); // several times the wait after a refusal
    Crowd crowd = Crowd.of(bench.users()); // too many even at the lowest quality
    Map<Control, Rounds> runs =
        bench.compare(
            service,
            // what could be answered at best
            () -> steady(atQuality(bench, crowd, bench.seconds(20), LOWEST)).perSecond(),
            control -> run(bench, crowd, seconds, control.title()),
            run -> steady(run).perSecond());
    RunResult full = atQuality(bench, crowd, seconds, 1); // so that what is gained can be seen

    Chart times = bench.times("USITS 12, 13: 90th percentile of each second", seconds);
    times.steps("full quality", 1, full.between(0, seconds).windows(1));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("full quality", bench.map(steady(full)));
    Map<Control, String> measured = new EnumMap<>(Control.class);
    runs.forEach(
        (control, rounds) -> {
          RunResult run = rounds.median().run();
          Summary phase = steady(run);
          times.steps(control.title(), 1, run.between(0, seconds).windows(1));
          figures.put(control.title(), bench.map(phase));
          figures.put("lowest quality beside " + control.title(), rounds.median().capacity());
          measured.put(
              control,
              Figures.text(
                  "over %s of 5 s windows (1 s: %s), %s of lowest-quality capacity, refused %s",
                  Figures.percent(phase.over(bench.target(), 5)),
                  Figures.percent(phase.over(bench.target(), 1)),
                  rounds.shares(),
                  Figures.percent(phase.refused())));
        });
    bench.plot("usits-12", times);
    bench.add(
        "usits-12",
        "usits-12, usits-13",
        "oscillates around T 5 s; 99 % refused",
        "≤ 2 % of windows over; ≥ 90 % of lowest-quality capacity",
        measured,
        figures);
  }

  private static RunResult atQuality(FigureBench bench, Crowd crowd, double seconds, double quality)
      throws IOException, InterruptedException {
    bench.control(bench.service(), Control.DEADLINE, OptionalDouble.of(quality));
    return run(bench, crowd, seconds, "quality " + quality);
  }

  private static RunResult run(FigureBench bench, Crowd crowd, double seconds, String what)
      throws IOException, InterruptedException {
    return bench.run(bench.service(), crowd, seconds, Habits.PAPER, what);
  }

  /** Without the seconds in which they all come. */
  private static Summary steady(RunResult run) {
    return run.between(1, run.seconds());
  }
}
