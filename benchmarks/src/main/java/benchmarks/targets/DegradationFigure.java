package benchmarks.targets;

import benchmarks.report.TimeChart;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** [USITS] Figures 12 and 13: overload met by doing less for each request. */
final class DegradationFigure implements Figure {
  private static final double LOWEST = 0.1;

  @Override
  public String name() {
    return "usits-12";
  }

  @Override
  public String description() {
    return "quality: controlled, at its lowest, at its highest (with usits-13)";
  }

  @Override
  public void draw(FigureBench bench) throws IOException, InterruptedException {
    FigureBench.Service service = bench.service();
    double seconds = bench.seconds(16);
    Crowd crowd = Crowd.of(Math.max(1, bench.users() / 2));
    Map<String, OptionalDouble> qualities = new LinkedHashMap<>();
    qualities.put("controlled quality", OptionalDouble.empty());
    qualities.put("lowest quality", OptionalDouble.of(LOWEST));
    qualities.put("full quality", OptionalDouble.of(1));
    Map<String, RunResult> runs = new LinkedHashMap<>();
    for (Map.Entry<String, OptionalDouble> entry : qualities.entrySet()) {
      bench.control(service, Control.DEADLINE, entry.getValue());
      runs.put(entry.getKey(), bench.run(service, crowd, seconds, Habits.PAPER, entry.getKey()));
    }
    double lowest = runs.get("lowest quality").between(2, seconds).perSecond();
    TimeChart times = new TimeChart("USITS 12, 13: 90th percentile of each second", "ms", seconds);
    times.target(bench.target());
    Map<String, Object> figures = new LinkedHashMap<>();
    StringBuilder words = new StringBuilder();
    runs.forEach(
        (title, run) -> {
          Summary phase = run.between(2, seconds);
          times.line(title, 1, run.between(0, seconds).windows(1));
          figures.put(title, Text.map(phase, bench.target()));
          words.append(words.length() == 0 ? "" : "; ");
          words.append(
              Text.of(
                  "%s: over %s of 1 s windows, %s of lowest-quality capacity, refused %s",
                  title,
                  Text.percent(phase.over(bench.target(), 1)),
                  Text.percent(phase.perSecond() / lowest),
                  Text.percent(phase.refused())));
        });
    bench.plot(name(), times.svg());
    bench.row(
        name(),
        new FigureBench.Row(
            "usits-12, usits-13",
            "oscillates around T 5 s; 99 % refused",
            "≤ 2 % of windows over; ≥ 90 % of lowest-quality capacity",
            Map.of(Control.DEADLINE, words.toString())),
        figures);
  }
}
