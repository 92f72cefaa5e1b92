package seda.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Owns threads, and runs the stages assigned to it. {@link Processors} for code that never blocks,
 * {@link WorkerPool} for code that may.
 */
public abstract sealed class ThreadDomain permits Processors, WorkerPool {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final AtomicLong endedCpuNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();

  ThreadDomain(String name) {
    this.name = name;
  }

  /** Unique in the graph; threads are named after it. */
  public final String name() {
    return name;
  }

  /** How many threads it has now. */
  public abstract int threads();

  /** The figures now. Any thread. */
  public abstract DomainSnapshot snapshot();

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
  abstract <E> StageQueue<E> queueFor(Stage<E> stage);

  /** Starts the threads. */
  abstract void start();

  /** Ends the threads after the batch that each is running, and waits for them. */
  abstract void stop();
}
