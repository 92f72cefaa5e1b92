package benchmarks.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * One hop on a processor: a batch of events circulates through a ring of stages on one processor.
 * Each handler only passes them on.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProcessorHop {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String NAME = "processor";
  private static final int STAGES = 8;

  /** Enough to make the hand-over from and to other threads negligible. */
  private static final int HOPS = 1 << 19;

  /** Events that circulate together. */
  @Param({"1", "32"})
  public int batch;

  private StageGraph graph;
  private Stage<Lap> first;
  private long processor;

  /** CPU time of the processor; other work on the machine hardly changes it. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Cpu {
    /** Since the iteration began. */
    public long cpuNanos;

    /** Since the iteration began. */
    public long hops;
  }

  private static final class Lap {
    private final CountDownLatch done;
    private int left;

    Lap(int hops, CountDownLatch done) {
      this.left = hops;
      this.done = done;
    }
  }

  @Setup
  public void open() {
    graph = new StageGraph(Clock.system());
    Processors domain = graph.processors(ProcessorsConfig.named(NAME).withCount(1), IoSource::none);
    List<Stage<Lap>> ring = new ArrayList<>();
    for (int i = 0; i < STAGES; i++) {
      ring.add(graph.stage(StageConfig.named("stage-" + i), domain));
    }
    for (int i = 0; i < STAGES; i++) {
      Stage<Lap> next = ring.get((i + 1) % STAGES);
      ring.get(i).handledBy(EventHandler.each(lap -> pass(lap, next)));
    }
    first = ring.get(0);
    graph.start();
    processor = // by its name, because a snapshot of the graph allocates
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith(NAME))
            .mapToLong(Thread::getId)
            .findAny()
            .orElseThrow();
  }

  private static void pass(Lap lap, Stage<Lap> next) {
    if (--lap.left > 0) {
      next.enqueue(lap);
    } else {
      lap.done.countDown();
    }
  }

  /** Circulates the events until all have made their hops. */
  @Benchmark
  @OperationsPerInvocation(HOPS)
  public void hop(Cpu cpu) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(batch);
    List<Lap> laps = new ArrayList<>();
    for (int i = 0; i < batch; i++) {
      laps.add(new Lap(HOPS / batch, done));
    }
    long before = THREADS.getThreadCpuTime(processor);
    first.enqueueAll(laps);
    done.await();
    cpu.cpuNanos += THREADS.getThreadCpuTime(processor) - before;
    cpu.hops += HOPS;
  }

  @TearDown
  public void close() {
    graph.stop(Duration.ofSeconds(10));
  }
}
