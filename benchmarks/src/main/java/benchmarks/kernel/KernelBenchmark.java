package benchmarks.kernel;

import benchmarks.report.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Measures every figure once a round, what is compared right after each other. */
final class KernelBenchmark {
  private static final int STEPS_OF_ROUND = 12;
  private static final double NANOS_OF_MICRO = 1e3;
  private static final double BYTES_OF_KB = 1024;

  /** About 0.4 µs: enough that the workers, and not the producer, are what is scarce. */
  private static final String JOB = "200";

  private final KernelPlan plan;
  private final Progress progress;
  private final Jmh jmh;
  private final KernelResults results = new KernelResults();
  private int round;

  /**
   * A benchmark.
   *
   * @param out where flame graphs go, if any are asked for
   */
  KernelBenchmark(KernelPlan plan, Progress progress, Path out) {
    this.plan = plan;
    this.progress = progress;
    this.jmh = new Jmh(plan.time(), plan.profile ? out : null);
  }

  /** Steps that {@link Progress} will see. */
  static int steps(KernelPlan plan) {
    return plan.rounds * STEPS_OF_ROUND;
  }

  /** Measures it all. */
  KernelResults run() throws IOException, InterruptedException {
    for (round = 1; round <= plan.rounds; round++) {
      hops();
      pool();
      handOff();
      chain();
      fusedPath();
      idleStages();
    }
    return results;
  }

  private void step(String what) {
    progress.step("round %d: %s", round, what);
  }

  private void hops() throws IOException {
    step("a hop on a processor, batch 1");
    double single = hop("1", KernelMetric.HOP_1, KernelMetric.HOP_1_CLOCK);
    step("a hop on a processor, batch 32");
    double many = hop("32", KernelMetric.HOP_32, KernelMetric.HOP_32_CLOCK);
    // The least object has 16 bytes; a fraction of one is what the statistics take every 5 s.
    results.add(KernelMetric.HOP_ALLOCATED, Math.max(single, many));
  }

  /** Returns what a hop allocated. */
  private double hop(String batch, KernelMetric cpu, KernelMetric clock) throws IOException {
    Jmh.Scores scores = jmh.run(ProcessorHop.class, "hop", Map.of("batch", batch));
    results.add(cpu, scores.counter("cpuNanos") / scores.counter("hops"));
    results.add(clock, scores.score());
    return scores.allocatedBytes();
  }

  private void pool() throws IOException {
    step("a hop to a saturated pool");
    double pool = poolRate("32", JOB);
    step("ArrayBlockingQueue");
    double queue = queueRate(JOB);
    step("a hop to a saturated pool, batch 1");
    double single = poolRate("1", JOB);
    step("a hop to a saturated pool that does nothing");
    double nothing = poolRate("32", "0");
    step("ArrayBlockingQueue, nothing is done");
    double queueOfNothing = queueRate("0");
    results.add(KernelMetric.POOL, pool / queue);
    results.add(KernelMetric.POOL_RATE, pool);
    results.add(KernelMetric.QUEUE_RATE, queue);
    results.add(KernelMetric.POOL_1, single / queue);
    results.add(KernelMetric.POOL_NOTHING, nothing / queueOfNothing);
  }

  private double poolRate(String batch, String job) throws IOException {
    return jmh.run(PoolHop.class, "pool", Map.of("batch", batch, "job", job)).score();
  }

  private double queueRate(String job) throws IOException {
    return jmh.run(PoolHop.class, "queue", Map.of("job", job)).score();
  }

  private void handOff() throws InterruptedException {
    step("a hop to an idle pool, and LinkedTransferQueue");
    HandOff handOff = new HandOff();
    handOff.run(plan.time());
    double pool = handOff.pool().getValueAtPercentile(50) / NANOS_OF_MICRO;
    double queue = handOff.queue().getValueAtPercentile(50) / NANOS_OF_MICRO;
    results.add(KernelMetric.HAND_OFF, pool / queue);
    results.add(KernelMetric.HAND_OFF_POOL, pool);
    results.add(KernelMetric.HAND_OFF_QUEUE, queue);
  }

  private void chain() {
    step("eight stages on processors");
    Histogram times = Chain.measure(plan.time());
    results.add(KernelMetric.CHAIN_P99, times.getValueAtPercentile(99) / NANOS_OF_MICRO);
    results.add(KernelMetric.CHAIN_P50, times.getValueAtPercentile(50) / NANOS_OF_MICRO);
  }

  private void fusedPath() throws IOException, InterruptedException {
    step("requests for a cached page");
    if (!ContextSwitches.areCounted()) {
      return;
    }
    try (FusedPath path = new FusedPath()) {
      path.measure(plan.time()); // warm-up
      FusedPath.Load load = path.measure(plan.time());
      results.add(KernelMetric.SWITCHES, load.each(load.switches().all()));
      results.add(KernelMetric.SWITCHES_WAITING, load.each(load.switches().voluntary()));
      results.add(KernelMetric.REQUEST_CPU, load.each(load.cpuNanos()) / NANOS_OF_MICRO);
      results.add(KernelMetric.REQUEST_RATE, load.perSecond());
    }
  }

  private void idleStages() throws InterruptedException {
    step("memory of idle stages on processors");
    idleStages(KernelMetric.IDLE_ON_PROCESSORS, IdleStages.On.PROCESSORS);
    step("memory of idle stages on a pool");
    idleStages(KernelMetric.IDLE_ON_POOL, IdleStages.On.POOL);
  }

  private void idleStages(KernelMetric figure, IdleStages.On on) throws InterruptedException {
    results.add(figure, IdleStages.bytesEach(on, plan.settle()) / BYTES_OF_KB);
  }
}
