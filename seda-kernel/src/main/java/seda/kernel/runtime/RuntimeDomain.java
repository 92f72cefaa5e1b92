package seda.kernel.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import seda.kernel.ThreadDomain;

/**
 * The kernel's view of a thread domain: creates a queue per stage, starts and stops, and measures
 * the CPU time of its threads.
 */
public abstract class RuntimeDomain implements ThreadDomain {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final AtomicLong endedCpuNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();

  RuntimeDomain(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Returns the CPU time of its threads, with ended ones, in nanoseconds; never decreases. */
  final long cpuNanos() {
    long cpu = endedCpuNanos.get();
    for (Thread thread : running()) {
      cpu += Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
    }
    return cpuNanos.accumulateAndGet(cpu, Math::max); // a thread may end during the sum
  }

  /** Called by each thread that ends before the domain. */
  final void threadEnds() {
    endedCpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime());
  }

  /** Returns the threads, to read their CPU time. */
  abstract List<Thread> running();

  /** Creates the queue of a stage. */
  abstract <E> StageQueue<E> queueFor(QueuedStage<E> stage);

  /** Starts measuring the threads' work, because the admission of a stage predicts. */
  void measureWork() {}

  /**
   * Warns if the domain's order does not honour a stage's targets or shares. Called when a stage
   * opens or its targets change.
   */
  void checkOrder(QueuedStage<?> stage) {}

  public abstract void start();

  /** Ends the threads after their running batches, and waits for them. */
  public abstract void stop();
}
