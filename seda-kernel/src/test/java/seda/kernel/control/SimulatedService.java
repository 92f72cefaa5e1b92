package seda.kernel.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * One stage on one pool in virtual time, under Poisson arrivals. Its backend serves a number of
 * requests at full speed and slows down beyond. Service times are exponentially distributed.
 */
public final class SimulatedService {
  private static final Duration TICK = Duration.ofMillis(1);

  public final Simulation simulation = new Simulation();
  public final StageGraph graph = simulation.graph();
  public final WorkerPool pool;
  public final Stage<Request> stage;

  private final SplittableRandom random = new SplittableRandom(1);
  private final double meanNanos;
  private double usefulThreads = Double.MAX_VALUE;
  private double slowdown = 1;
  private double arrivalsPerSecond;
  private double untilArrival = 1;
  private int inService;
  private final List<Long> responseNanos = new ArrayList<>();

  /** A request: its arrival time, and its service time at full speed. */
  public record Request(long arrived, long serviceNanos) {}

  /** Creates a pool that starts with its fewest threads and takes requests singly. */
  public SimulatedService(int minThreads, int maxThreads, Duration meanService) {
    this(minThreads, maxThreads, 1, Duration.ZERO, meanService);
  }

  SimulatedService(
      int minThreads, int maxThreads, int batchSize, Duration perBatch, Duration perRequest) {
    pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(minThreads, maxThreads));
    stage =
        graph.stage(
            StageConfig.named("stage").withQueueCapacity(1_000_000).withBatchSize(batchSize), pool);
    meanNanos = perRequest.toNanos();
    stage.handledBy(EventHandler.each(this::served));
    simulation.serviceTime(stage, perBatch.toNanos(), this::serve);
    graph.timers().every(TICK, this::arrive);
    graph.start();
  }

  /**
   * Sets the backend: more than {@code useful} threads slow all down by (n / useful) to the power.
   */
  public void backend(double useful, double power) {
    usefulThreads = useful;
    slowdown = power;
  }

  public void arrivals(double perSecond) {
    arrivalsPerSecond = perSecond;
  }

  public void run(double seconds) {
    simulation.run(Duration.ofNanos((long) (seconds * 1e9)));
  }

  /** Returns the requests served per second over a time. */
  public double throughputOver(double seconds) {
    int before = responseNanos.size();
    run(seconds);
    return (responseNanos.size() - before) / seconds;
  }

  /** Returns the 90th percentile of the response times over a time, in seconds. */
  public double responseOver(double seconds) {
    int before = responseNanos.size();
    run(seconds);
    List<Long> sorted = new ArrayList<>(responseNanos.subList(before, responseNanos.size()));
    Collections.sort(sorted);
    return sorted.get((int) (0.9 * sorted.size())) / 1e9;
  }

  double meanThreadsOver(int seconds) {
    double sum = 0;
    for (int i = 0; i < seconds; i++) {
      run(1);
      sum += pool.threads();
    }
    return sum / seconds;
  }

  int queued() {
    return stage.snapshot().queue().length();
  }

  private void arrive() {
    untilArrival -= arrivalsPerSecond * TICK.toNanos() / 1e9;
    while (untilArrival <= 0) {
      stage.enqueue(new Request(now(), (long) (meanNanos * exponential())));
      untilArrival += exponential();
    }
  }

  private double exponential() {
    return -Math.log(1 - random.nextDouble());
  }

  private long serve(Request request) {
    inService++;
    double crowding = Math.max(1, inService / usefulThreads);
    return (long) (request.serviceNanos * Math.pow(crowding, slowdown));
  }

  private void served(Request request) {
    inService--;
    responseNanos.add(now() - request.arrived);
  }

  private long now() {
    return simulation.clock().nanos();
  }
}
