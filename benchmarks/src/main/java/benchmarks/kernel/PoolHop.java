package benchmarks.kernel;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * One hop to a worker pool that always has work, against the same number of threads that take from
 * an {@link ArrayBlockingQueue}. Both queues have the same capacity, both producers yield when it
 * is full, and both handlers do the same small job.
 *
 * <p>The rate counts accepted events; in the long run, all of them are handled.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PoolHop {
  private static final int WORKERS = 4;
  private static final int CAPACITY = 1024;
  private static final Object EVENT = new Object();

  /** The work of an event. */
  @State(Scope.Benchmark)
  public static class Job {
    /** JMH's tokens: 200 take about 0.4 µs, 0 nothing. */
    @Param({"0", "200"})
    public int job;

    void run() {
      Blackhole.consumeCPU(job);
    }
  }

  /** A stage on a pool. */
  @State(Scope.Benchmark)
  public static class Pool {
    /** Most events that a worker takes at once. */
    @Param({"1", "32"})
    public int batch;

    private final StageGraph graph = new StageGraph(Clock.system());
    private Stage<Object> stage;

    @Setup
    public void open(Job job) {
      StageConfig config = StageConfig.named("stage").withQueueCapacity(CAPACITY);
      stage = graph.stage(config.withBatchSize(batch), graph.workerPool("pool", WORKERS));
      stage.handledBy(EventHandler.each(event -> job.run()));
      graph.start();
    }

    @TearDown
    public void close() {
      graph.stop(Duration.ofSeconds(10));
    }
  }

  /** Threads that take from a queue. */
  @State(Scope.Benchmark)
  public static class Queue {
    private final ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final ExecutorService takers = Executors.newFixedThreadPool(WORKERS);

    @Setup
    public void open(Job job) {
      for (int i = 0; i < WORKERS; i++) {
        takers.execute(() -> take(job));
      }
    }

    private void take(Job job) {
      try {
        while (true) {
          queue.take();
          job.run();
        }
      } catch (InterruptedException end) {
        Thread.currentThread().interrupt();
      }
    }

    @TearDown
    public void close() {
      takers.shutdownNow();
    }
  }

  /** One enqueue to the kernel's pool. */
  @Benchmark
  @SuppressWarnings("ThreadPriorityCheck") // a producer that parks would not saturate
  public void pool(Pool pool) {
    while (!pool.stage.enqueue(EVENT).accepted()) {
      Thread.yield();
    }
  }

  /** One offer to the plain queue. */
  @Benchmark
  @SuppressWarnings("ThreadPriorityCheck") // a producer that parks would not saturate
  public void queue(Queue queue) {
    while (!queue.queue.offer(EVENT)) {
      Thread.yield();
    }
  }
}
