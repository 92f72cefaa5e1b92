package seda.kernel.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Reads a thread's CPU time around a few batches only: the system call costs more than a hop. Each
 * thread has its own.
 */
final class CpuSampler {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A prime, so that it does not keep step with stages that run in turn. */
  private static final int EVERY = 127;

  private int untilSample = 1;
  private long start;

  void starting() {
    if (--untilSample == 0) {
      start = THREADS.getCurrentThreadCpuTime();
    }
  }

  /** CPU time since {@link #starting} if this batch was chosen, else -1. */
  long ended() {
    if (untilSample > 0) {
      return -1;
    }
    untilSample = EVERY;
    return THREADS.getCurrentThreadCpuTime() - start;
  }
}
