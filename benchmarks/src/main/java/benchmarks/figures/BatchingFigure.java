package benchmarks.figures;

import benchmarks.report.PanelChart;
import benchmarks.report.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import seda.kernel.control.BatchSizing;
import seda.kernel.control.LatencyBatching;
import seda.kernel.control.ThroughputBatching;

/** Figure 9 of [SOSP]: the batching controller under an oscillating rate. */
final class BatchingFigure
    extends ControllerFigure<BatchingScenario.Sample, List<BatchingScenario.Sample>> {
  private static final String PAPER = "the paper's (throughput)";
  private static final String DEFAULT = "latency, the default";
  private static final Duration BUDGET = Duration.ofMillis(20);

  BatchingFigure() {
    super("sosp-9", BatchingScenario.SECONDS);
  }

  @Override
  public String description() {
    return "batching controllers under an oscillating rate: output and batches over time";
  }

  @Override
  List<String> contenders() {
    return List.of(PAPER, DEFAULT);
  }

  @Override
  List<BatchingScenario.Sample> play(Place place, String contender, IntConsumer eachSecond) {
    Execution execution = place == Place.SIMULATED ? Execution.simulated() : Execution.spinning();
    BatchSizing sizing =
        contender.equals(PAPER)
            ? new ThroughputBatching(1, BatchingScenario.LARGEST_BATCH)
            : new LatencyBatching(BUDGET);
    return new BatchingScenario(execution, sizing).run(eachSecond);
  }

  @Override
  List<BatchingScenario.Sample> samples(List<BatchingScenario.Sample> result) {
    return result;
  }

  @Override
  Map<String, Object> data(BatchingScenario.Sample sample) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("seconds", sample.seconds());
    data.put("output", sample.output());
    data.put("batch", sample.batchLimit());
    data.put("response", sample.response());
    return data;
  }

  @Override
  String plot(String where, Map<String, List<BatchingScenario.Sample>> results) {
    PanelChart chart =
        new PanelChart("Batching controllers under an oscillating rate, " + where, "time, s");
    panel(chart, "output rate, events/s", results, BatchingScenario.Sample::output);
    panel(chart, "batching factor, events", results, BatchingScenario.Sample::batchLimit);
    panel(chart, "time in the stage (p90), ms", results, BatchingScenario.Sample::response);
    return chart.svg();
  }

  private void panel(
      PanelChart chart,
      String title,
      Map<String, List<BatchingScenario.Sample>> results,
      ToDoubleFunction<BatchingScenario.Sample> value) {
    lines(chart.panel(title), results, BatchingScenario.Sample::seconds, value);
  }

  @Override
  void fill(Table table, List<List<BatchingScenario.Sample>> results) {
    row(table, "highest output, events/s", results, r -> max(r, BatchingScenario.Sample::output));
    row(
        table,
        "smallest batching factor",
        results,
        r -> r.stream().mapToInt(BatchingScenario.Sample::batchLimit).min().orElse(0));
    row(
        table,
        "largest batching factor",
        results,
        r -> r.stream().mapToInt(BatchingScenario.Sample::batchLimit).max().orElse(0));
    row(
        table,
        "longest p90 in the stage, ms",
        results,
        r -> max(r, BatchingScenario.Sample::response));
    row(
        table,
        "median of the p90s, ms",
        results,
        r -> {
          List<Double> sorted =
              column(r, BatchingScenario.Sample::response).stream().sorted().toList();
          return sorted.get(sorted.size() / 2);
        });
  }

  private static double max(
      List<BatchingScenario.Sample> result, ToDoubleFunction<BatchingScenario.Sample> value) {
    return result.stream().mapToDouble(value).max().orElse(0);
  }
}
