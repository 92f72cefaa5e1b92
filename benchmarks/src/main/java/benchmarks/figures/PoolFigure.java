package benchmarks.figures;

import benchmarks.report.PanelChart;
import benchmarks.report.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.control.ThroughputSizing;

/** Figure 8 of [SOSP]: the thread pool controller under bursts. */
final class PoolFigure extends ControllerFigure<PoolScenario.Sample, PoolScenario.Result> {
  private static final String PAPER = "the paper's (queue threshold)";
  private static final String DEFAULT = "throughput, the default";
  private static final int THRESHOLD = 100;

  PoolFigure() {
    super("sosp-8", PoolScenario.SECONDS);
  }

  @Override
  public String description() {
    return "thread pool controllers under bursts: queue and threads over time";
  }

  @Override
  List<String> contenders() {
    return List.of(PAPER, DEFAULT);
  }

  @Override
  PoolScenario.Result play(Place place, String contender, IntConsumer eachSecond) {
    Execution execution = place == Place.SIMULATED ? Execution.simulated() : Execution.sleeping();
    PoolScenario scenario =
        contender.equals(PAPER)
            ? new PoolScenario(
                execution,
                new QueueThresholdSizing(THRESHOLD, PoolScenario.MAX_THREADS),
                Duration.ofSeconds(2))
            : new PoolScenario(
                execution,
                new ThroughputSizing(ThroughputSizing.Settings.DEFAULT),
                Duration.ofSeconds(1));
    return scenario.run(eachSecond);
  }

  @Override
  List<PoolScenario.Sample> samples(PoolScenario.Result result) {
    return result.samples();
  }

  @Override
  Map<String, Object> data(PoolScenario.Sample sample) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("seconds", sample.seconds());
    data.put("queued", sample.queued());
    data.put("threads", sample.threads());
    return data;
  }

  @Override
  String plot(String where, Map<String, PoolScenario.Result> results) {
    PanelChart chart = new PanelChart("Thread pool controllers under bursts, " + where, "time, s");
    for (PoolScenario.Burst burst : PoolScenario.BURSTS) {
      chart.mark(burst.second(), String.format(Locale.ROOT, "%,d", burst.requests()));
    }
    PanelChart.Panel queue = chart.panel("requests waiting");
    PanelChart.Panel threads = chart.panel("threads");
    lines(queue, results, PoolScenario.Sample::seconds, PoolScenario.Sample::queued);
    lines(threads, results, PoolScenario.Sample::seconds, PoolScenario.Sample::threads);
    return chart.svg();
  }

  @Override
  void fill(Table table, List<PoolScenario.Result> results) {
    for (int i = 0; i < PoolScenario.BURSTS.size(); i++) {
      int burst = i;
      int requests = PoolScenario.BURSTS.get(i).requests();
      row(
          table,
          String.format(Locale.ROOT, "burst of %,d served after, s", requests),
          results,
          result -> result.servedAfter().get(burst));
    }
    row(table, "most threads", results, PoolScenario.Result::mostThreads);
    String light = " from " + PoolScenario.LIGHT_FROM + " s on";
    row(table, "mean threads" + light, results, PoolScenario.Result::lightThreads);
    row(table, "mean wait" + light + ", ms", results, PoolScenario.Result::lightWaitMillis);
  }
}
