package arashi.deploy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command line: in this JVM, or as a process that can be killed. */
final class Arashi {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Arashi() {}

  /** What a command did. */
  record Outcome(int exit, String out, String err) {
    @Override
    public String toString() {
      return "exit " + exit + "\n" + out + "\n" + err;
    }
  }

  /** Runs a command in this JVM. */
  static Outcome run(List<String> arguments) {
    return run("", arguments);
  }

  /** Runs a command in this JVM, with something to read. */
  static synchronized Outcome run(String input, List<String> arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    InputStream in = System.in;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ByteArrayOutputStream warned = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(warned, true, StandardCharsets.UTF_8));
      System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
      int exit = Main.execute(arguments.toArray(String[]::new));
      return new Outcome(
          exit,
          said.toString(StandardCharsets.UTF_8),
          warned.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
      System.setIn(in);
    }
  }

  /** Starts a command as a process. */
  static Running start(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(arguments);
    try {
      return new Running(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A process, and what it says, standard error included. */
  static final class Running implements AutoCloseable {
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
    String await(String regex) {
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

    private String next(long deadline) {
      try {
        return lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Waits until it ends by itself; its exit code and all that it said. */
    Outcome end() {
      try {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
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

    /** As Ctrl-C does. */
    Outcome stop() {
      process.destroy();
      return end();
    }

    /** As {@code kill -9} does. */
    void kill() {
      process.destroyForcibly();
      end();
    }

    boolean alive() {
      return process.isAlive();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
