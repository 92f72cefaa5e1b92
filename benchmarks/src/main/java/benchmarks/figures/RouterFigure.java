package benchmarks.figures;

import benchmarks.report.Figures;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Figure 14 of [SOSP]: a packet router with a deliberate bottleneck. Packets arrive at a steady
 * rate, 15 % of them queries; a query costs 20 ms, any other packet 20 µs. All wait in one queue.
 * Each rate is a scenario of its own.
 */
final class RouterFigure extends KernelFigure {
  private static final List<Integer> RATES = List.of(100, 200, 400, 1_000, 10_000);
  private static final int SHOWN = 1_000;
  private static final int CAPACITY = 50_000;
  private static final int MAX_THREADS = 40;
  private static final int LIGHT_COST = 20_000;
  private static final int QUERY_COST = 20_000_000;
  private static final int QUERY_PERCENT = 15;

  private record Packet(long arrived, boolean query) {}

  RouterFigure() {
    super(
        "sosp-14",
        "a packet router with dear queries: latencies by rate, queue over time",
        "A router under " + SHOWN + " packets/s, 15 % dear queries",
        List.of(PoolScenario.ONE_THREAD, PoolScenario.PAPER, PoolScenario.DEFAULT),
        PoolScenario.panels("packets waiting"),
        RATES.stream().map(RouterFigure::at).toList());
  }

  private static BiFunction<Execution, String, Scenario> at(int rate) {
    return (execution, contender) -> new Router(execution, contender, rate);
  }

  @Override
  int seconds(boolean simulated) {
    return simulated ? 30 : 10;
  }

  @Override
  boolean isShown(Map<String, Double> sample) {
    return sample.get("rate") == SHOWN;
  }

  private static final class Router extends PoolScenario<Packet> {
    private final int rate;
    private final Mean queries = new Mean();
    private final Mean others = new Mean();

    Router(Execution execution, String controller, int rate) {
      super(execution, 14, controller, CAPACITY, MAX_THREADS);
      this.rate = rate;
      execution.handle(
          stage,
          new Execution.Work<>(
              false,
              0,
              packet -> packet.query ? QUERY_COST : LIGHT_COST,
              packet -> (packet.query ? queries : others).add(clock.nanos() - packet.arrived)));
    }

    @Override
    double rate(double seconds) {
      return rate;
    }

    @Override
    void arrive() {
      stage.enqueue(new Packet(clock.nanos(), random.nextInt(100) < QUERY_PERCENT));
    }

    @Override
    void look(Map<String, Double> sample) {
      sample.put("rate", (double) rate);
      super.look(sample);
    }

    @Override
    void outcomes(Map<String, Number> rows) {
      String at = Figures.text("%,d packets/s: ", rate);
      rows.put(at + "a query, ms", queries.millis());
      rows.put(at + "another, ms", others.millis());
      rows.put(at + "most threads", mostThreads());
      rows.put(at + "turned away", (int) stage.snapshot().rejected());
    }
  }
}
