package benchmarks.gnutella;

import java.lang.management.ManagementFactory;

/** What this process holds. */
final class Heap {
  private static final double MB = 1 << 20;

  private Heap() {}

  /** Megabytes of the heap that are in use, garbage not counted. */
  static double usedMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MB;
  }
}
