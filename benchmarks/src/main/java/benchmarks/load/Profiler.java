package benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;
import one.profiler.AsyncProfilerLoader;

/**
 * Samples the stacks of a Java process with async-profiler. Attaching blocks.
 *
 * <p>Interval timers need no access to hardware counters. Profiling makes the process a few per
 * cent slower.
 */
public final class Profiler implements AutoCloseable {
  private static final String INTERVAL = "500us";

  private final String pid;

  private Profiler(ProcessHandle process) throws IOException {
    pid = Long.toString(process.pid());
    AsyncProfilerLoader.executeProfiler("start", "-e", "itimer", "-i", INTERVAL, pid);
  }

  /** Starts sampling. */
  public static Profiler attach(ProcessHandle process) throws IOException {
    return new Profiler(process);
  }

  /**
   * Writes the samples.
   *
   * @param stacks file with a line for each stack and its number of samples
   * @param flameGraph HTML file with a flame graph
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
