package benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;
import one.profiler.AsyncProfilerLoader;

/**
 * Samples the stacks of a Java process that runs, by async-profiler. Blocks while it attaches.
 *
 * <p>It samples with interval timers, which need no rights to the machine's counters. A process
 * that is being profiled is slower by some per cent.
 */
public final class Profiler implements AutoCloseable {
  private static final String INTERVAL = "500us";

  private final String pid;

  private Profiler(ProcessHandle process) throws IOException {
    pid = Long.toString(process.pid());
    AsyncProfilerLoader.executeProfiler("start", "-e", "itimer", "-i", INTERVAL, pid);
  }

  /** Begins to sample. */
  public static Profiler attach(ProcessHandle process) throws IOException {
    return new Profiler(process);
  }

  /**
   * Writes the samples.
   *
   * @param stacks file for a line for each stack, with its number of samples
   * @param flameGraph file for the same as a picture, in HTML
   */
  public void dump(Path stacks, Path flameGraph) throws IOException {
    write("collapsed", stacks);
    write("flamegraph", flameGraph);
  }

  private void write(String format, Path file) throws IOException {
    String path = file.toAbsolutePath().toString();
    AsyncProfilerLoader.executeProfiler("dump", "-o", format, "-f", path, pid);
  }

  @Override
  public void close() throws IOException {
    AsyncProfilerLoader.executeProfiler("stop", pid);
  }
}
