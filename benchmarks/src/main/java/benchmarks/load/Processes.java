package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Helpers for processes, ports and threads. */
public final class Processes {
  /** Total objects and bytes of a class histogram. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

  private Processes() {}

  /** A command that runs a class of this class path with this Java and its -X options. */
  public static List<String> java(String main) {
    return java(Path.of(System.getProperty("java.home")), main);
  }

  /** Same with the Java of that home. */
  static List<String> java(Path home, String main) {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-X"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }

  /** The path of a tool of this JDK. */
  public static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** A free port of loopback. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command, which must succeed, and returns its output. */
  public static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new BenchmarkException(command[0] + " failed: " + said.strip());
      }
      return said.strip();
    } catch (IOException e) {
      throw new BenchmarkException(command[0] + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    }
  }

  /** Bytes of a Java process's live objects, after a garbage collection. */
  public static long heapBytes(ProcessHandle java) {
    Matcher total = TOTAL.matcher(jcmd(java, "GC.class_histogram"));
    BenchmarkException.require(total.find(), "jcmd gave no total of the class histogram");
    return Long.parseLong(total.group(1));
  }

  /** Number of a Java process's threads whose names have a prefix. */
  public static long threads(ProcessHandle java, String prefix) {
    return jcmd(java, "Thread.print").lines().filter(l -> l.startsWith('"' + prefix)).count();
  }

  private static String jcmd(ProcessHandle java, String command) {
    return run(tool("jcmd"), Long.toString(java.pid()), command);
  }

  /** Runs tasks concurrently, each on its own thread, and waits for all. */
  public static <T> List<T> together(List<Callable<T>> tasks) {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : tasks.stream().map(threads::submit).toList()) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new BenchmarkException("a client failed: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** True if Linux's {@code /proc} exists. */
  public static boolean hasProc() {
    return Files.isDirectory(Path.of("/proc/self"));
  }
}
