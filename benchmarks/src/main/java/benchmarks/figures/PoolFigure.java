package benchmarks.figures;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

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
  private static final int LIGHT = -1;
  private static final List<Burst> BURSTS =
      List.of(
          new Burst(5, 250),
          new Burst(15, 500),
          new Burst(30, 1_000),
          new Burst(50, 2_000),
          new Burst(80, 4_000));

  private record Burst(int second, int requests) {}

  /** A request, with its service time at full speed and the number of its burst. */
  private record Request(long arrived, long nanos, int burst) {}

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
    BURSTS.forEach(burst -> chart.mark(burst.second, Figures.text("%,d", burst.requests)));
  }

  private static final class Bursts extends PoolScenario<Request> {
    private final AtomicInteger inService = new AtomicInteger();
    private final List<AtomicInteger> unserved =
        BURSTS.stream().map(burst -> new AtomicInteger(burst.requests)).toList();
    private final AtomicLongArray servedAfter = new AtomicLongArray(BURSTS.size());
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
      if (request.burst != LIGHT && unserved.get(request.burst).decrementAndGet() == 0) {
        servedAfter.set(request.burst, passedNanos());
      }
    }

    @Override
    double rate(double seconds) {
      return LIGHT_PER_SECOND;
    }

    @Override
    void arrive() {
      request(LIGHT);
    }

    private void request(int burst) {
      stage.enqueue(new Request(clock.nanos(), (long) (MEAN_NANOS * exponential()), burst));
    }

    @Override
    void begin() {
      for (int i = 0; i < BURSTS.size(); i++) {
        int number = i;
        Burst burst = BURSTS.get(i);
        graph
            .timers()
            .after(
                Duration.ofSeconds(burst.second),
                () -> IntStream.range(0, burst.requests).forEach(each -> request(number)));
      }
      super.begin();
    }

    @Override
    void outcomes(Map<String, Number> rows) {
      for (int i = 0; i < BURSTS.size(); i++) {
        Burst burst = BURSTS.get(i);
        rows.put(
            Figures.text("burst of %,d served after, s", burst.requests),
            Math.max(0, servedAfter.get(i) / 1e9 - burst.second));
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
