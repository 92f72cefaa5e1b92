package benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import one.profiler.AsyncProfilerLoader;

/**
 * Samples the stacks of a Java process that runs, by async-profiler. Blocks while it attaches.
 *
 * <p>It samples with interval timers, which need no rights to the machine's counters. A process
 * that is being profiled is slower by some per cent.
 */
public final class Profiler implements AutoCloseable {
  private static final String INTERVAL = "500us";

  /** Prefixes of class names, and the owner of their code; the first one counts. */
  private static final List<String[]> OWNERS =
      """
      com/mysql/ MySQL driver
      com/zaxxer/ connection pool
      freemarker/ FreeMarker
      org/owasp/ HTML sanitizer
      org/jsoup/ jsoup
      org/apache/james/ mime4j
      org/apache/lucene/ Lucene analysis
      com/password4j/ password hash
      org/eclipse/jetty/ HTTP parser
      com/github/benmanes/ caches
      arashi/web/ arashi.web
      arashi/mime/ arashi.mime
      arashi/store/ arashi.store
      arashi/ arashi, other
      haboob/ haboob
      seda/netio/ seda.netio
      seda/ seda.kernel
      CompileBroker:: JVM: compiler
      GangWorker:: JVM: collector
      WorkerThread:: JVM: collector
      """
          .lines()
          .map(line -> line.split(" ", 2))
          .toList();

  private final String pid;

  private Profiler(ProcessHandle process) {
    this.pid = Long.toString(process.pid());
  }

  /** Begins to sample. */
  public static Profiler attach(ProcessHandle process) throws IOException {
    Profiler profiler = new Profiler(process);
    AsyncProfilerLoader.executeProfiler("start", "-e", "itimer", "-i", INTERVAL, profiler.pid);
    return profiler;
  }

  /**
   * Writes the samples, and returns each owner's share of them.
   *
   * @param stacks file for a line for each stack, with its number of samples
   * @param flameGraph file for the same as a picture, in HTML
   * @return shares that add up to 1, largest first
   */
  public Map<String, Double> dump(Path stacks, Path flameGraph) throws IOException {
    write("collapsed", stacks);
    write("flamegraph", flameGraph);
    return shares(stacks);
  }

  private void write(String format, Path file) throws IOException {
    String path = file.toAbsolutePath().toString();
    AsyncProfilerLoader.executeProfiler("dump", "-o", format, "-f", path, pid);
  }

  private static Map<String, Double> shares(Path stacks) throws IOException {
    Map<String, Double> samples = new HashMap<>();
    for (String line : Files.readAllLines(stacks)) {
      int space = line.lastIndexOf(' ');
      double count = Double.parseDouble(line.substring(space + 1));
      samples.merge(owner(line.substring(0, space).split(";")), count, Double::sum);
    }
    double all = samples.values().stream().mapToDouble(count -> count).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    samples.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(entry -> shares.put(entry.getKey(), entry.getValue() / all));
    return shares;
  }

  private static String owner(String[] frames) {
    for (int i = frames.length - 1; i >= 0; i--) {
      for (String[] owner : OWNERS) {
        if (frames[i].startsWith(owner[0])) {
          return owner[1];
        }
      }
    }
    return "JVM and system: other";
  }

  @Override
  public void close() throws IOException {
    AsyncProfilerLoader.executeProfiler("stop", pid);
  }
}
