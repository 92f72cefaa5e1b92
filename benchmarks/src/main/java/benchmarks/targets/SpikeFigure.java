package benchmarks.targets;

import benchmarks.report.TimeChart;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** [USITS] Figures 7 and 10: from 3 users to a thousand at once, and back. */
final class SpikeFigure implements ServiceFigure {
  private static final int FEW = 3;

  @Override
  public String name() {
    return "usits-10";
  }

  @Override
  public String description() {
    return "a spike of users: response time, refusals, fairness (with usits-7)";
  }

  @Override
  public void draw(FigureBench bench) throws IOException, InterruptedException {
    double from = bench.seconds(8);
    double to = from + bench.seconds(60);
    double end = to + bench.seconds(8);
    Crowd crowd = Crowd.of(FEW).and(Crowd.STANDARD, bench.users(), from, to);
    FigureBench.Service service = bench.service();
    Map<Control, Rounds> runs =
        bench.compare(
            service,
            () -> capacity(bench, service, to - from),
            control -> bench.run(service, crowd, end, Habits.PAPER, "spike, " + control.title()),
            run -> run.between(from, to).goodput(bench.target()));

    TimeChart times =
        new TimeChart("USITS 10: response time, 90th percentile of each second", "ms", end);
    TimeChart refusals = new TimeChart("USITS 10: requests refused", "share, %", end);
    times.target(bench.target());
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("users", bench.users());
    for (Map.Entry<Control, Rounds> entry : runs.entrySet()) {
      Compared median = entry.getValue().median();
      RunResult run = median.run();
      String title = entry.getKey().title();
      times.line(title, 1, run.between(0, end).windows(1));
      refusals.line(title, 1, refusedBySecond(run, end));
      Summary spike = run.between(from, to);
      measured.put(entry.getKey(), words(bench, entry.getValue(), from, to, end));
      figures.put(title, Text.map(spike, bench.target()));
      figures.put("capacityPerSecond beside " + title, median.capacity());
    }
    times.event(bench.users() + " users more", from, to);
    refusals.event(bench.users() + " users more", from, to);
    bench.plot(name(), times.svg());
    bench.plot(name() + "-refused", refusals.svg());
    bench.row(
        name(),
        new FigureBench.Row(
            "usits-7, usits-10",
            "3 → 1000 users, T 1 s: 70–80 % refused, p90 up to 4 T after the arrival",
            "≤ 2 % of 5 s windows over, highest ≤ 1.1 T (1 s: 1.3 T); goodput ≥ 95 % of capacity"
                + " (measured without control, at the quality that then falls); reaction, recovery"
                + " ≤ 2 s; Jain ≥ .85; nobody without an answer",
            measured),
        figures);
  }

  /** Answers a second without control, for as long as the spike lasts. */
  private static double capacity(FigureBench bench, FigureBench.Service service, double seconds)
      throws IOException, InterruptedException {
    bench.control(service, Control.NONE, OptionalDouble.empty());
    RunResult full = bench.run(service, Crowd.of(bench.users()), seconds, Habits.PAPER, "capacity");
    return full.between(1, full.seconds()).perSecond();
  }

  private static List<Double> refusedBySecond(RunResult run, double end) {
    List<Double> refused = new ArrayList<>();
    for (int second = 0; second < end; second++) {
      refused.add(100 * run.between(second, second + 1).refused());
    }
    return refused;
  }

  private static String words(
      FigureBench bench, Rounds rounds, double from, double to, double end) {
    double target = bench.target();
    RunResult run = rounds.median().run();
    Summary spike = run.between(from, to);
    return Text.of(
        "over %s of 5 s windows, highest %.2f T (1 s: %.2f T; of all rounds %.2f T); goodput %s of"
            + " capacity; refused %s; reaction %.0f s, recovery %.0f s; Jain %.2f; %d users"
            + " unanswered",
        Text.percent(spike.over(target, 5)),
        spike.highestWindow(5) / target,
        spike.highestWindow(1) / target,
        rounds.highest(one -> one.between(from, to).highestWindow(1)) / target,
        rounds.shares(),
        Text.percent(spike.refused()),
        Text.settled(spike.windows(1), target),
        Text.settled(run.between(to, end).windows(1), target),
        spike.jain(),
        spike.unlucky());
  }
}
