package seda.kernel.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import seda.kernel.ThreadDomain;

/**
 * What the kernel asks of a thread domain beyond its public face: a queue for each stage, start and
 * stop, and the CPU time of its threads.
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

  /** CPU time of its threads, of those that have ended too, in nanoseconds; it never falls. */
  final long cpuNanos() {
    long cpu = endedCpuNanos.get();
    for (Thread thread : running()) {
      cpu += Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
    }
    return cpuNanos.accumulateAndGet(cpu, Math::max); // a thread may end while it is looked at
  }

  /** Called by each thread that ends before the domain does. */
  final void threadEnds() {
    endedCpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime());
  }

  /** Its threads, to read their CPU time. */
  abstract List<Thread> running();

  /** Makes the queue through which this domain serves a stage. */
  abstract <E> StageQueue<E> queueFor(QueuedStage<E> stage);

  /** The admission of a stage predicts: from now on the domain measures what its threads do. */
  void measureWork() {}

  /** A stage opens, or its targets change: warns if the domain does not serve it accordingly. */
  void checkOrder(QueuedStage<?> stage) {}

  /** Starts the threads. */
  public abstract void start();

  /** Ends the threads after the batch that each is running, and waits for them. */
  public abstract void stop();
}
