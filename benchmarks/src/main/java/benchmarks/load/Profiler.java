package benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

  /** Who code belongs to, by how its class is called; the first that fits from the leaf up. */
  private static final Map<String, String> OWNERS = new LinkedHashMap<>();

  static {
    OWNERS.put("com/mysql/", "MySQL driver");
    OWNERS.put("com/zaxxer/", "connection pool");
    OWNERS.put("freemarker/", "FreeMarker");
    OWNERS.put("org/owasp/", "HTML sanitizer");
    OWNERS.put("org/jsoup/", "jsoup");
    OWNERS.put("org/apache/james/", "mime4j");
    OWNERS.put("org/apache/lucene/", "Lucene analysis");
    OWNERS.put("com/password4j/", "password hash");
    OWNERS.put("org/eclipse/jetty/", "HTTP parser");
    OWNERS.put("com/github/benmanes/", "caches");
    OWNERS.put("arashi/web/", "arashi.web");
    OWNERS.put("arashi/mime/", "arashi.mime");
    OWNERS.put("arashi/store/", "arashi.store");
    OWNERS.put("arashi/", "arashi, other");
    OWNERS.put("haboob/", "haboob");
    OWNERS.put("seda/netio/", "seda.netio");
    OWNERS.put("seda/", "seda.kernel");
    OWNERS.put("CompileBroker::", "JVM: compiler");
    OWNERS.put("GangWorker::", "JVM: collector");
    OWNERS.put("WorkerThread::", "JVM: collector");
  }

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
   * Writes what was sampled, and tells what part of the samples belongs to whom.
   *
   * @param stacks for a line for each stack, with how often it was seen
   * @param flameGraph for the same as a picture, in HTML
   * @return parts that add up to 1, largest first
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
    Map<String, Double> samples = new LinkedHashMap<>();
    double all = 0;
    for (String line : Files.readAllLines(stacks)) {
      int space = line.lastIndexOf(' ');
      double count = Double.parseDouble(line.substring(space + 1));
      samples.merge(owner(line.substring(0, space).split(";")), count, Double::sum);
      all += count;
    }
    double total = all;
    Map<String, Double> shares = new LinkedHashMap<>();
    samples.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(entry -> shares.put(entry.getKey(), entry.getValue() / total));
    return shares;
  }

  private static String owner(String[] frames) {
    for (int i = frames.length - 1; i >= 0; i--) {
      for (Map.Entry<String, String> owner : OWNERS.entrySet()) {
        if (frames[i].startsWith(owner.getKey())) {
          return owner.getValue();
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
