package benchmarks.figures;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Figure 8 of [SOSP]: the thread pool controller under bursts, each greater than the last, on top
 * of a steady light load. The stage's threads wait for a backend that serves {@link #USEFUL}
 * requests at a time at full speed; more of them slow it down.
 */
final class PoolFigure extends KernelFigure {
  private static final int LIGHT_FROM = 120;
  private static final int USEFUL = 12;
  private static final int MAX_THREADS = 20;
  private static final double LIGHT_PER_SECOND = 10;
  private static final double MEAN_NANOS = 50e6;
  private static final double SLOWDOWN = 1.5;

  /** Requests that arrive at once; the time at which the last of them is served. */
  private record Burst(int second, int requests, AtomicInteger unserved, AtomicLong servedNanos) {
    Burst(int second, int requests) {
      this(second, requests, new AtomicInteger(requests), new AtomicLong());
    }
  }

  /** A request, with its service time at full speed; {@code burst} is null for the light load. */
  private record Request(long arrived, long nanos, Burst burst) {}

  private static List<Burst> bursts() {
    return List.of(
        new Burst(5, 250),
        new Burst(15, 500),
        new Burst(30, 1_000),
        new Burst(50, 2_000),
        new Burst(80, 4_000));
  }

  PoolFigure() {
    super(
        "sosp-8",
        "thread pool controllers under bursts: queue and threads over time",
        "Thread pool controllers under bursts",
        List.of(PoolScenario.PAPER, PoolScenario.DEFAULT),
        PoolScenario.panels("requests waiting"),
        List.of(Bursts::new));
  }

  @Override
  int seconds(boolean simulated) {
    return 150;
  }

  @Override
  void mark(Chart chart) {
    bursts().forEach(burst -> chart.mark(burst.second, Figures.text("%,d", burst.requests)));
  }

  private static final class Bursts extends PoolScenario<Request> {
    private final AtomicInteger inService = new AtomicInteger();
    private final List<Burst> bursts = bursts();
    private final Mean wait = new Mean();

    Bursts(Execution execution, String controller) {
      super(execution, 8, controller, 10_000, MAX_THREADS);
      execution.handle(stage, new Execution.Work<>(false, 0, this::served, this::ended));
    }

    private long served(Request request) {
      if (passedNanos() >= Duration.ofSeconds(LIGHT_FROM).toNanos()) {
        wait.add(clock.nanos() - request.arrived);
      }
      double crowding = Math.max(1, inService.incrementAndGet() / (double) USEFUL);
      return (long) (request.nanos * Math.pow(crowding, SLOWDOWN));
    }

    private void ended(Request request) {
      inService.decrementAndGet();
      Burst burst = request.burst;
      if (burst != null && burst.unserved.decrementAndGet() == 0) {
        burst.servedNanos.set(passedNanos());
      }
    }

    @Override
    double rate(double seconds) {
      return LIGHT_PER_SECOND;
    }

    @Override
    void arrive() {
      request(null);
    }

    private void request(Burst burst) {
      stage.enqueue(new Request(clock.nanos(), (long) (MEAN_NANOS * exponential()), burst));
    }

    @Override
    void begin() {
      for (Burst burst : bursts) {
        graph.timers().after(Duration.ofSeconds(burst.second), () -> begin(burst));
      }
      super.begin();
    }

    private void begin(Burst burst) {
      for (int i = 0; i < burst.requests; i++) {
        request(burst);
      }
    }

    @Override
    void outcomes(Map<String, Number> rows) {
      for (Burst burst : bursts) {
        rows.put(
            Figures.text("burst of %,d served after, s", burst.requests),
            Math.max(0, burst.servedNanos.get() / 1e9 - burst.second));
      }
      rows.put("most threads", mostThreads());
      rows.put(
          "mean threads from " + LIGHT_FROM + " s on",
          samples.stream()
              .filter(sample -> sample.get("seconds") >= LIGHT_FROM)
              .mapToDouble(sample -> sample.get("threads"))
              .average()
              .orElse(0));
      rows.put("mean wait from " + LIGHT_FROM + " s on, ms", wait.millis());
    }
  }
}
