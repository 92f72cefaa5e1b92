package benchmarks.targets;

import benchmarks.report.TimeChart;
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
final class DegradationFigure implements ServiceFigure {
  private static final double LOWEST = 0.1;

  @Override
  public String name() {
    return "usits-12";
  }

  @Override
  public String description() {
    return "doing less for each request: controlled quality (with usits-13)";
  }

  @Override
  public void draw(FigureBench bench) throws IOException, InterruptedException {
    FigureBench.Service service = bench.service();
    double seconds = bench.seconds(60); // several times what those who are refused wait
    Crowd crowd = Crowd.of(bench.users()); // too many even at the lowest quality
    Map<Control, Rounds> runs =
        bench.compare(
            service,
            // what could be answered at best
            () -> steady(atQuality(bench, crowd, bench.seconds(20), LOWEST)).perSecond(),
            control -> run(bench, crowd, seconds, control.title()),
            run -> steady(run).perSecond());
    RunResult full = atQuality(bench, crowd, seconds, 1); // so that what is gained can be seen

    TimeChart times = new TimeChart("USITS 12, 13: 90th percentile of each second", "ms", seconds);
    times.target(bench.target());
    times.line("full quality", 1, full.between(0, seconds).windows(1));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("full quality", Text.map(steady(full), bench.target()));
    Map<Control, String> measured = new EnumMap<>(Control.class);
    runs.forEach(
        (control, rounds) -> {
          RunResult run = rounds.median().run();
          Summary phase = steady(run);
          times.line(control.title(), 1, run.between(0, seconds).windows(1));
          figures.put(control.title(), Text.map(phase, bench.target()));
          figures.put("lowest quality beside " + control.title(), rounds.median().capacity());
          measured.put(
              control,
              Text.of(
                  "over %s of 5 s windows (1 s: %s), %s of lowest-quality capacity, refused %s",
                  Text.percent(phase.over(bench.target(), 5)),
                  Text.percent(phase.over(bench.target(), 1)),
                  rounds.shares(),
                  Text.percent(phase.refused())));
        });
    bench.plot(name(), times.svg());
    bench.row(
        name(),
        new FigureBench.Row(
            "usits-12, usits-13",
            "oscillates around T 5 s; 99 % refused",
            "≤ 2 % of windows over; ≥ 90 % of lowest-quality capacity",
            measured),
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
