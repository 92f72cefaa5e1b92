package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * CPU time, user and system, of processes with all their descendants, as Linux's {@code /proc} has
 * it. Those that have ended count with the parent that waited for them.
 */
final class ProcessTree {
  /** Fields behind the name, from 0: utime, stime, cutime, cstime; proc(5). */
  private static final int UTIME = 11;

  private static final int TIMES = 4;
  private static final long MILLIS_A_TICK = 10; // USER_HZ is 100 on each Linux

  private static final long LOOK_MILLIS = 500;
  private static final int QUIET_LOOKS = 4;

  /** CPU time between two looks of a server that only waits. */
  private static final Duration QUIET = Duration.ofMillis(25);

  private static final int MOST_LOOKS = 240;

  private final List<ProcessHandle> roots;

  ProcessTree(List<ProcessHandle> roots) {
    this.roots = roots;
  }

  /** CPU time up to now. */
  Duration cpu() {
    Set<Long> seen = new HashSet<>();
    long ticks =
        roots.stream()
            .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
            .mapToLong(ProcessHandle::pid)
            .filter(seen::add)
            .map(ProcessTree::ticks)
            .sum();
    return Duration.ofMillis(ticks * MILLIS_A_TICK);
  }

  private static long ticks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int i = UTIME; i < UTIME + TIMES; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks;
    } catch (IOException e) {
      return 0; // it has ended, and its parent has its time
    }
  }

  /**
   * A server that has no work.
   *
   * @param cpu its CPU time
   * @param since when it was seen with work for the last time, by {@link System#nanoTime}
   */
  record Quiet(Duration cpu, long since) {}

  /** Waits until it does no more work, like indexing. */
  Quiet awaitQuiet() {
    Duration last = cpu();
    long since = System.nanoTime();
    int quiet = 0;
    for (int i = 0; i < MOST_LOOKS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      Duration now = cpu();
      if (now.minus(last).compareTo(QUIET) <= 0) {
        quiet++;
      } else {
        quiet = 0;
        since = System.nanoTime();
      }
      last = now;
      if (quiet == QUIET_LOOKS) {
        return new Quiet(now, since);
      }
    }
    throw new BenchmarkException("a server is still busy a long time after its last mail");
  }
}
