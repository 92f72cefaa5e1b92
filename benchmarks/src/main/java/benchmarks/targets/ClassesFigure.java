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
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** [USITS] Figures 14 and 15: two classes, of which the high one arrives in the middle. */
final class ClassesFigure {
  private static final String HIGH = "gold";
  private static final String LOW = "guest";

  static void draw(FigureBench bench) throws IOException, InterruptedException {
    int each = Math.max(1, bench.users() / 4);
    double from = bench.seconds(10);
    double to = from + bench.seconds(15);
    double end = to + bench.seconds(5);
    Crowd crowd =
        new Crowd(List.of(new Crowd.Group(LOW, 2 * each, 0, end))).and(HIGH, 2 * each, from, to);
    FigureBench.Service service = bench.service();
    service.population().spread(List.of(HIGH, LOW));
    Map<Control, RunResult> runs;
    try {
      runs =
          bench.each(
              service,
              control ->
                  bench.run(service, crowd, end, Habits.PAPER, "classes, " + control.title()));
    } finally {
      service.population().spread(List.of(Crowd.STANDARD));
    }
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("usersOfEachClass", 2 * each);
    double target = bench.target();
    for (Map.Entry<Control, RunResult> entry : runs.entrySet()) {
      RunResult run = entry.getValue();
      Summary high = run.of(HIGH, from, to);
      Summary low = run.of(LOW, from, to);
      Chart times =
          bench.times(
              "USITS 14, " + entry.getKey().title() + ": 90th percentile of each second", end);
      times.steps("high class", 1, run.of(HIGH, 0, end).windows(1));
      times.steps("low class", 1, run.of(LOW, 0, end).windows(1));
      times.event("high class", from, to);
      bench.plot("usits-14-" + entry.getKey().name().toLowerCase(Locale.ROOT), times);
      figures.put(entry.getKey().title() + ", high", bench.map(high));
      figures.put(entry.getKey().title() + ", low", bench.map(low));
      measured.put(
          entry.getKey(),
          Figures.text(
              "high over in %s of 1 s windows (5 s: %s), refused %s, has %s of the answers; low:"
                  + " refused %s, p90 %.2f T; Jain %.2f and %.2f",
              Figures.percent(high.over(target, 1)),
              Figures.percent(high.over(target, 5)),
              Figures.percent(high.refused()),
              Figures.percent(high.perSecond() / Math.max(1, high.perSecond() + low.perSecond())),
              Figures.percent(low.refused()),
              low.percentile(90) / target,
              high.jain(),
              low.jain()));
    }
    bench.add(
        "usits-14",
        "usits-14, usits-15",
        "128 users of each class, T 10 s: low refused 87.9 %",
        "high over in ≤ 1 % of windows, its arrival included; high has ≥ 95 % of (1 − share of"
            + " the low)",
        measured,
        figures);
  }
}
