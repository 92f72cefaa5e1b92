package arashi.deploy.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The processes of a data directory, as Linux's {@code /proc} has them. */
final class Processes {
  /** In which a killed process ends. */
  static final Duration MOMENT = Duration.ofSeconds(10);

  private static final int SIGINT = 2;

  private Processes() {}

  /** Living processes that name the directory, run a program of it, or work in it. */
  static List<ProcessHandle> of(Path data) {
    long self = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != self && uses(process.pid(), data))
        .toList();
  }

  private static boolean uses(long pid, Path data) {
    return commandLine(pid).contains(data.toString())
        || link(pid, "exe").startsWith(data)
        || link(pid, "cwd").startsWith(data);
  }

  /** The database server of the directory, once it serves; not the one that makes its files. */
  static Optional<ProcessHandle> database(Path data) {
    return of(data).stream()
        .filter(process -> link(process.pid(), "exe").startsWith(data))
        .filter(process -> commandLine(process.pid()).contains("--pid-file="))
        .findFirst();
  }

  /** Its words, or nothing if it has ended: a process that was not waited for has none. */
  static String commandLine(long pid) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.UTF_8)
          .replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  private static Path link(long pid, String name) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), name));
    } catch (IOException e) {
      return Path.of("");
    }
  }

  /**
   * True if SIGINT is ignored here, and so by every child: a shell does that to what it runs in the
   * background, and a JVM leaves it so.
   */
  static boolean ignoresInterrupts() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("SigIgn:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(ignored -> (ignored & 1 << (SIGINT - 1)) != 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a signal by its name, like STOP. */
  static void signal(ProcessHandle process, String name) {
    run("sh", "-c", "kill -" + name + " " + process.pid());
  }

  /** Runs a program of the system; true if it succeeded. */
  static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the process has ended, for so long at most; true if it has. */
  static boolean ends(ProcessHandle process, Duration patience) {
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Waits until no process of the directory is left, for so long at most; those that are. They are
   * killed then, so that a fault is counted once.
   */
  static List<String> leftAfter(Path data, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    for (List<ProcessHandle> left = of(data); !left.isEmpty(); left = of(data)) {
      long nanos = deadline - System.nanoTime();
      if (nanos <= 0) {
        List<String> named = left.stream().map(process -> commandLine(process.pid())).toList();
        killAll(data);
        return named;
      }
      ends(left.get(0), Duration.ofNanos(nanos));
    }
    return List.of();
  }

  /** Kills what runs in the directory. */
  static void killAll(Path data) {
    for (ProcessHandle process : of(data)) {
      process.destroyForcibly();
      ends(process, MOMENT);
    }
  }
}
