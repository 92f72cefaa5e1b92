package benchmarks.targets;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.RunResult;
import benchmarks.users.Samples.Outcome;
import benchmarks.users.Summary;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** What control costs when it isn't needed: arrivals at 80 % of what the service can do. */
final class IdleCostFigure {
  private static final double LOAD = 0.8;
  private static final int SATURATING = 64;

  /** Of the capacity; so little that nothing waits while the requests of an action are counted. */
  private static final double COUNTING = 0.3;

  /** As many as can wait at once for a service that has not stopped. */
  private static final int ARRIVING = 256;

  static void draw(FigureBench bench) throws IOException, InterruptedException {
    FigureBench.Service service = bench.service();
    bench.control(service, Control.NONE, OptionalDouble.empty());
    double seconds = bench.seconds(15);
    RunResult full =
        bench.run(service, Crowd.of(SATURATING), bench.seconds(8), Habits.PAPER, "capacity");
    double capacity = full.between(1, full.seconds()).perSecond();
    double perAction = requestsPerAction(bench, service, COUNTING * capacity);
    Map<Control, RunResult> runs =
        bench.each(
            service,
            control ->
                bench.run(
                    service,
                    Crowd.of(ARRIVING),
                    seconds,
                    Habits.PAPER.atRate(LOAD * capacity / perAction),
                    "80 % load, " + control.title()));
    draw(bench, runs, capacity, seconds);
  }

  /** A rate is of actions, which are more than a request each: bodies, lists after a change. */
  private static double requestsPerAction(
      FigureBench bench, FigureBench.Service service, double rate)
      throws IOException, InterruptedException {
    RunResult counted =
        bench.run(
            service,
            Crowd.of(ARRIVING),
            bench.seconds(8),
            Habits.PAPER.atRate(rate),
            "requests of an action");
    return counted.between(1, counted.seconds()).askedPerSecond() / rate;
  }

  private static void draw(
      FigureBench bench, Map<Control, RunResult> runs, double capacity, double seconds)
      throws IOException {
    Chart times = bench.times("80 % load: response time, 90th percentile of each second", seconds);
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("capacityPerSecond", capacity);
    runs.forEach(
        (control, run) -> {
          Summary phase = run.between(2, seconds);
          times.steps(control.title(), 1, run.between(0, seconds).windows(1));
          figures.put(control.title(), bench.map(phase));
          measured.put(
              control,
              Figures.text(
                  "%s refused (%d of %d) at %.0f %% of capacity, p90 %.2f T",
                  Figures.percent(phase.refused()),
                  phase.count(Outcome.REFUSED),
                  phase.requests(),
                  100.0 * phase.requests() / (seconds - 2) / capacity,
                  phase.percentile(90) / bench.target()));
        });
    bench.plot("idle-cost", times);
    bench.add(
        "idle-cost",
        "idle-cost",
        "(ours) idle cost",
        "≤ .5 % refused at 80 % of capacity (measured without control, at the quality that then"
            + " falls), T ≥ 5 × S90",
        measured,
        figures);
  }
}
