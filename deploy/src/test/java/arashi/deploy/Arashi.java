package arashi.deploy;

import db.migrations.TestDatabase;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line: in this JVM, or as a process that can be killed. */
public final class Arashi {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern TEST_ONLY =
      Pattern.compile("test-classes|-tests\\.jar|junit|opentelemetry|selenium|testcontainers");

  /** The first compiler alone, and no threads that collect: half the CPU time of a short life. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Path SMALL_CONFIG = smallConfig();

  /**
   * A library of the browser tests, which the product has not; it warns on the first connection.
   */
  private static final Logger TEST_ONLY_LOG =
      Logger.getLogger("io.opentelemetry.api.GlobalOpenTelemetry");

  static {
    TEST_ONLY_LOG.setLevel(Level.OFF);
  }

  private Arashi() {}

  /** Outcome of a command. */
  public record Outcome(int exit, String out, String err) {
    @Override
    public String toString() {
      return "exit " + exit + "\n" + out + "\n" + err;
    }
  }

  /** Runs a command in this JVM. */
  public static Outcome run(List<String> arguments) {
    return run("", arguments);
  }

  /** Runs a command in this JVM, with something to read. */
  public static synchronized Outcome run(String input, List<String> arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    InputStream in = System.in;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ByteArrayOutputStream warned = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(warned, true, StandardCharsets.UTF_8));
      System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
      int exit = Main.execute(withSmallConfig(arguments).toArray(String[]::new));
      return new Outcome(
          exit, said.toString(StandardCharsets.UTF_8), warned.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
      System.setIn(in);
    }
  }

  /** Starts a command as a process. */
  public static Running start(List<String> arguments) {
    return start(here(), Map.of(), arguments);
  }

  /** Starts a command as a process in a directory, with more in its environment. */
  public static Running start(
      Path directory, Map<String, String> environment, List<String> arguments) {
    return start(SHORT_LIVED, directory, environment, withSmallConfig(arguments));
  }

  /** Starts a command as a process, as for users: for tests under load. */
  public static Running startForLoad(List<String> arguments) {
    return start(List.of(), here(), Map.of(), arguments);
  }

  private static Path here() {
    return Path.of("").toAbsolutePath();
  }

  private static Running start(
      List<String> jvm, Path directory, Map<String, String> environment, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(jvm);
    command.add("-cp");
    command.add(productClassPath());
    command.add(Main.class.getName());
    command.addAll(arguments);
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.directory(directory.toFile()).environment().putAll(environment);
      return new Running(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unless the test has a configuration of its own. */
  private static List<String> withSmallConfig(List<String> arguments) {
    if (!arguments.contains("--data") || arguments.contains("--config")) {
      return arguments;
    }
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--config", SMALL_CONFIG.toString()));
    return all;
  }

  /** On a large machine, each database would allocate a redo log of 512 MiB. */
  private static Path smallConfig() {
    try {
      Path config = Path.of("target", "small-" + TestDatabase.FORK + ".conf").toAbsolutePath();
      Files.createDirectories(config.getParent());
      return Files.writeString(config, "embedded.buffer-pool = 64 MiB\nwarm-up = 0 s\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class path without what only tests need. */
  private static String productClassPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(all.split(File.pathSeparator, -1))
        .filter(entry -> !TEST_ONLY.matcher(entry).find())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A process and its output, standard error included. */
  public static final class Running implements AutoCloseable {
    private static final String END = "\u0000 end of output";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    Running(Process process) {
      this.process = process;
      Thread reader = new Thread(this::read, "output of a process");
      reader.setDaemon(true);
      reader.start();
    }

    /** The process, for signals. */
    public ProcessHandle handle() {
      return process.toHandle();
    }

    private void read() {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          lines.add(line);
        }
      } catch (IOException e) {
        lines.add("output lost: " + e.getMessage());
      } finally {
        lines.add(END);
      }
    }

    /** Waits for a line, and gives its first group. */
    public String await(String regex) {
      Pattern pattern = Pattern.compile(regex);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        String line = next(deadline);
        if (line == null || line.equals(END)) {
          throw new IllegalStateException("no line like " + regex + " in " + seen);
        }
        seen.add(line);
        Matcher matcher = pattern.matcher(line);
        if (matcher.find()) {
          return matcher.groupCount() == 0 ? line : matcher.group(1);
        }
      }
    }

    /** The first group of the last such line that it has said until now; never waits. */
    public Optional<String> said(String regex) {
      for (String line = lines.peek(); line != null && !line.equals(END); line = lines.peek()) {
        seen.add(lines.remove());
      }
      Pattern pattern = Pattern.compile(regex);
      return seen.stream()
          .map(pattern::matcher)
          .filter(Matcher::find)
          .map(matcher -> matcher.group(1))
          .reduce((first, last) -> last);
    }

    private String next(long deadline) {
      try {
        return lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Waits until it ends by itself; its exit code and all that it said. */
    public Outcome end() {
      try {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          lines.drainTo(seen);
          throw new IllegalStateException("still running; it said " + seen);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      for (String line = next(deadline); line != null && !line.equals(END); line = next(deadline)) {
        seen.add(line);
      }
      return new Outcome(process.exitValue(), String.join("\n", seen), "");
    }

    /** Interrupts the process like Ctrl-C. */
    public Outcome stop() {
      process.toHandle().destroy(); // the process's own method would close its output
      return end();
    }

    /** Kills the process like {@code kill -9}. */
    void kill() {
      killed();
    }

    /** Kills the process, and returns its output so far. */
    Outcome killed() {
      process.toHandle().destroyForcibly();
      return end();
    }

    boolean alive() {
      return process.isAlive();
    }

    /** Waits for its end, at most for a time; true if it has ended. */
    boolean endsWithin(Duration most) {
      try {
        return process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
