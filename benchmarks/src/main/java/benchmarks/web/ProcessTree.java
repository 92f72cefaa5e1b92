package benchmarks.web;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * CPU time of a process and those that it started, from {@code /proc}: user and system, in ticks of
 * 10 ms, the time of children that have ended included.
 */
final class ProcessTree {
  private static final long NANOS_PER_TICK = 10_000_000; // USER_HZ is 100 on every Linux

  /** Where utime, stime, cutime and cstime are, counted from behind the name in brackets. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;

  private final ProcessHandle root;

  ProcessTree(ProcessHandle root) {
    this.root = root;
  }

  Duration cpu() {
    long ticks =
        Stream.concat(Stream.of(root), root.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum();
    return Duration.ofNanos(ticks * NANOS_PER_TICK);
  }

  private long ticks(long pid) {
    String stat;
    try {
      stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    } catch (IOException e) {
      if (pid == root.pid()) {
        throw new BenchmarkException("process " + pid + " has ended");
      }
      return 0; // a child that ended meanwhile is in its parent's sum
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long sum = 0;
    for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
      sum += Long.parseLong(fields[i]);
    }
    return sum;
  }
}
