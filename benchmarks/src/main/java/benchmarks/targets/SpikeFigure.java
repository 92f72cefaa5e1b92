package benchmarks.targets;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
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
final class SpikeFigure {
  private static final int FEW = 3;

  private SpikeFigure() {}

  static void draw(FigureBench bench) throws IOException, InterruptedException {
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
    String more = bench.users() + " users more";
    Chart times =
        bench
            .times("USITS 10: response time, 90th percentile of each second", end)
            .event(more, from, to);
    Chart refusals =
        new Chart("USITS 10: requests refused", "seconds")
            .until(end)
            .panel("share, %")
            .event(more, from, to);
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("users", bench.users());
    runs.forEach(
        (control, rounds) -> {
          RunResult run = rounds.median().run();
          times.steps(control.title(), 1, run.between(0, end).windows(1));
          refusals.steps(control.title(), 1, refusedBySecond(run, end));
          measured.put(control, words(bench.target(), rounds, from, to, end));
          figures.put(control.title(), bench.map(run.between(from, to)));
          figures.put("capacityPerSecond beside " + control.title(), rounds.median().capacity());
        });
    bench.plot("usits-10", times);
    bench.plot("usits-10-refused", refusals);
    bench.add(
        "usits-10",
        "usits-7, usits-10",
        "3 → 1000 users, T 1 s: 70–80 % refused, p90 up to 4 T after the arrival",
        "≤ 2 % of 5 s windows over, highest ≤ 1.1 T (1 s: 1.3 T); goodput ≥ 95 % of capacity"
            + " (measured without control, at the quality that then falls); reaction, recovery"
            + " ≤ 2 s; Jain ≥ .85; nobody without an answer",
        measured,
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

  private static String words(double target, Rounds rounds, double from, double to, double end) {
    RunResult run = rounds.median().run();
    Summary spike = run.between(from, to);
    return Figures.text(
        "over %s of 5 s windows, highest %.2f T (1 s: %.2f T; of all rounds %.2f T); goodput %s of"
            + " capacity; refused %s; reaction %d s, recovery %d s; Jain %.2f; %d users"
            + " unanswered",
        Figures.percent(spike.over(target, 5)),
        spike.highestWindow(5) / target,
        spike.highestWindow(1) / target,
        rounds.highest(one -> one.between(from, to).highestWindow(1)) / target,
        rounds.shares(),
        Figures.percent(spike.refused()),
        settled(spike.windows(1), target),
        settled(run.between(to, end).windows(1), target),
        spike.jain(),
        spike.unlucky());
  }

  /** Seconds until the first of three windows of a second in a row that hold the target. */
  private static int settled(List<Double> windows, double target) {
    for (int i = 0; i < windows.size(); i++) {
      List<Double> three = windows.subList(i, Math.min(i + 3, windows.size()));
      if (three.stream().allMatch(p90 -> p90 <= target)) {
        return i;
      }
    }
    return windows.size();
  }
}
