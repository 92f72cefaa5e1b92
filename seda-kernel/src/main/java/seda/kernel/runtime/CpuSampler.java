package seda.kernel.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Samples a thread's CPU time around few batches only, because the system call costs more than a
 * hop. One per thread.
 */
final class CpuSampler {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A prime, to avoid aliasing with stages that run in turn. */
  private static final int EVERY = 127;

  private int untilSample = 1;
  private long start;

  void starting() {
    if (--untilSample == 0) {
      start = THREADS.getCurrentThreadCpuTime();
    }
  }

  /** Returns the CPU time since {@link #starting} if this batch is sampled, else -1. */
  long ended() {
    if (untilSample > 0) {
      return -1;
    }
    untilSample = EVERY;
    return THREADS.getCurrentThreadCpuTime() - start;
  }
}
