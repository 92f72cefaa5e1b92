package benchmarks.figures;

import benchmarks.report.PanelChart;
import benchmarks.report.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.control.ThroughputSizing;

/** Figure 14 of [SOSP]: a packet router whose queries cost 20 ms. */
final class RouterFigure extends ControllerFigure<RouterScenario.Sample, RouterScenario.Result> {
  private static final String NONE = "one thread";
  private static final String PAPER = "the paper's (queue threshold)";
  private static final String DEFAULT = "throughput, the default";
  private static final int THRESHOLD = 100;
  private static final int SHOWN = 1_000;
  private static final int SIMULATED_SECONDS = 30;
  private static final int REAL_SECONDS = 10;

  RouterFigure() {
    super("sosp-14", SIMULATED_SECONDS * RouterScenario.RATES.size());
  }

  @Override
  public int steps(boolean threadsToo) {
    return Place.all(threadsToo).stream().mapToInt(RouterFigure::seconds).sum()
        * RouterScenario.RATES.size()
        * contenders().size();
  }

  /** Of each rate; fewer where they take real time. */
  private static int seconds(Place place) {
    return place == Place.SIMULATED ? SIMULATED_SECONDS : REAL_SECONDS;
  }

  @Override
  public String description() {
    return "a packet router with dear queries: latencies by rate, queue over time";
  }

  @Override
  public String page() {
    return "gnutella-figures";
  }

  @Override
  public String pageTitle() {
    return "The router's figures";
  }

  @Override
  List<String> contenders() {
    return List.of(NONE, PAPER, DEFAULT);
  }

  @Override
  RouterScenario.Result play(Place place, String contender, IntConsumer eachSecond) {
    Supplier<Execution> executions =
        place == Place.SIMULATED ? Execution::simulated : Execution::sleeping;
    return RouterScenario.play(executions, control(contender), seconds(place), eachSecond);
  }

  private static RouterScenario.Control control(String contender) {
    return switch (contender) {
      case NONE -> new RouterScenario.Control(() -> seen -> 1, Duration.ofSeconds(2));
      case PAPER ->
          new RouterScenario.Control(
              () -> new QueueThresholdSizing(THRESHOLD, RouterScenario.MAX_THREADS),
              Duration.ofSeconds(2));
      default ->
          new RouterScenario.Control(
              () -> new ThroughputSizing(ThroughputSizing.Settings.DEFAULT), Duration.ofSeconds(1));
    };
  }

  @Override
  List<RouterScenario.Sample> samples(RouterScenario.Result result) {
    return result.samples();
  }

  @Override
  Map<String, Object> data(RouterScenario.Sample sample) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("rate", sample.rate());
    data.put("seconds", sample.seconds());
    data.put("queued", sample.queued());
    data.put("threads", sample.threads());
    return data;
  }

  @Override
  String plot(String where, Map<String, RouterScenario.Result> results) {
    PanelChart chart =
        new PanelChart(
            "A router under " + SHOWN + " packets/s, 15 % dear queries, " + where, "time, s");
    PanelChart.Panel queue = chart.panel("packets waiting");
    PanelChart.Panel threads = chart.panel("threads");
    results.forEach(
        (who, result) -> {
          queue.line(
              who,
              shown(result, RouterScenario.Sample::seconds),
              shown(result, RouterScenario.Sample::queued));
          threads.line(
              who,
              shown(result, RouterScenario.Sample::seconds),
              shown(result, RouterScenario.Sample::threads));
        });
    return chart.svg();
  }

  private static List<Double> shown(
      RouterScenario.Result result, ToDoubleFunction<RouterScenario.Sample> value) {
    return result.samples().stream()
        .filter(sample -> sample.rate() == SHOWN)
        .mapToDouble(value)
        .boxed()
        .toList();
  }

  @Override
  void fill(Table table, List<RouterScenario.Result> results) {
    for (int rate : RouterScenario.RATES) {
      String at = String.format(Locale.ROOT, "%,d packets/s: ", rate);
      row(table, at + "a query, ms", results, result -> result.outcomes().get(rate).queryMillis());
      row(table, at + "another, ms", results, result -> result.outcomes().get(rate).otherMillis());
      row(table, at + "most threads", results, r -> r.outcomes().get(rate).mostThreads());
      row(table, at + "turned away", results, r -> (int) r.outcomes().get(rate).rejected());
    }
  }
}
