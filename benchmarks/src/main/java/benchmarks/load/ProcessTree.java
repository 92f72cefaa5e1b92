package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * CPU time, user and system, of processes and all their descendants, from Linux's {@code /proc} in
 * ticks of 10 ms. Ended children count for the parent that waited for them.
 */
public final class ProcessTree {
  /** Index after the name of utime, followed by stime, cutime, cstime; proc(5). */
  private static final int UTIME = 11;

  private static final int TIMES = 4;
  private static final long MILLIS_A_TICK = 10; // USER_HZ is 100 on every Linux
  private static final long LOOK_MILLIS = 500;
  private static final int QUIET_LOOKS = 4;

  /** Most CPU time of an idle server between two looks. */
  private static final Duration QUIET = Duration.ofMillis(25);

  private static final int MOST_LOOKS = 240;
  private final List<ProcessHandle> roots;

  /** Measures these processes. */
  public ProcessTree(List<ProcessHandle> roots) {
    this.roots = List.copyOf(roots);
  }

  /** CPU time so far. */
  public Duration cpu() {
    long ticks =
        roots.stream()
            .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
            .distinct()
            .mapToLong(this::ticks)
            .sum();
    return Duration.ofMillis(ticks * MILLIS_A_TICK);
  }

  private long ticks(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int i = UTIME; i < UTIME + TIMES; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks;
    } catch (IOException e) {
      if (roots.contains(process)) {
        throw new BenchmarkException("process " + process.pid() + " has ended", e);
      }
      return 0; // its parent has its time
    }
  }

  /** CPU time of a server that is idle since a {@link System#nanoTime}. */
  public record Quiet(Duration cpu, long since) {}

  /** Waits until background work, such as indexing, has ended. */
  public Quiet awaitQuiet() {
    Duration last = cpu();
    long since = System.nanoTime();
    int quiet = 0;
    for (int i = 0; i < MOST_LOOKS && quiet < QUIET_LOOKS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      Duration now = cpu();
      boolean idle = now.minus(last).compareTo(QUIET) <= 0;
      quiet = idle ? quiet + 1 : 0;
      since = idle ? since : System.nanoTime();
      last = now;
    }
    if (quiet < QUIET_LOOKS) {
      throw new BenchmarkException("the server stays busy after its last mail");
    }
    return new Quiet(last, since);
  }
}
