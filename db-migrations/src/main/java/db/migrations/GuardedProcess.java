package db.migrations;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that ends with this process, however this process ends.
 *
 * <pre>
 *   this process ──── pipe ────► watchdog (sh)
 *        │ starts                   ▲     │ end of pipe: SIGTERM, then SIGKILL
 *        ▼                  forks   │     ▼
 *   setsid sh ──────────────────────┴─► program (exec: the same process id)
 * </pre>
 *
 * <p>Only this process holds the write end of the pipe, so the system closes it with the process,
 * even after {@code kill -9}. The shell forks the watchdog before it becomes the program, so the
 * program never runs unwatched. Where {@code setsid} exists, the program has a session of its own:
 * a Ctrl-C in the terminal reaches only the service, which then stops the program in order.
 *
 * <p>Without {@code /bin/sh} there is no watchdog.
 */
final class GuardedProcess {

  /**
   * Parameters of a start.
   *
   * @param command program and arguments
   * @param directory working directory
   * @param variable {@code NAME=value}, added to the environment
   * @param input file for standard input
   * @param output file for all output, truncated first
   * @param grace time from SIGTERM to SIGKILL after the end of this process
   */
  record Launch(
      List<String> command,
      Path directory,
      String variable,
      Path input,
      Path output,
      Duration grace) {}

  private static final Logger log = LoggerFactory.getLogger(GuardedProcess.class);

  private static final Path SHELL = Path.of("/bin/sh");
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  /** A program outlives SIGKILL only while the kernel waits for a disk. */
  private static final Duration AFTER_KILL = Duration.ofSeconds(10);

  /** Written to the pipe when the program has ended; its process id may be reused from then on. */
  private static final byte[] ENDED = "ended\n".getBytes(StandardCharsets.US_ASCII);

  /**
   * Arguments: seconds from SIGTERM to SIGKILL, a variable, the input file, the command. The script
   * exports the variable, because macOS removes {@code DYLD_…} from the environment of its shell.
   */
  private static final String SCRIPT =
      """
      exec 3<&0
      (
        trap '' HUP INT TERM
        while read -r word; do
          [ "$word" = ended ] && exit
        done <&3
        exec 3<&-
        kill -TERM $$ || exit
        left=$1
        while [ "$left" -gt 0 ] && kill -0 $$; do
          sleep 1
          left=$((left - 1))
        done
        kill -KILL $$
      ) </dev/null >/dev/null 2>&1 &
      exec 3<&-
      trap '' HUP INT
      export "$2"
      exec <"$3"
      shift 3
      exec "$@"
      """;

  private final Process process;
  private final OutputStream pipe;

  private GuardedProcess(Process process) {
    this.process = process;
    this.pipe = process.getOutputStream();
  }

  static GuardedProcess start(Launch launch) throws IOException {
    boolean guarded = Files.isExecutable(SHELL);
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SETSID)) {
      command.add(SETSID.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    if (guarded) {
      String seconds = Long.toString(launch.grace().plusMillis(999).toSeconds());
      command.addAll(List.of(SHELL.toString(), "-c", SCRIPT, "arashi-watchdog", seconds));
      command.addAll(List.of(launch.variable(), launch.input().toString()));
    } else {
      String[] variable = launch.variable().split("=", 2);
      builder.environment().put(variable[0], variable[1]);
      builder.redirectInput(launch.input().toFile());
    }
    command.addAll(launch.command());
    builder.directory(launch.directory().toFile());
    builder.redirectErrorStream(true).redirectOutput(launch.output().toFile());
    GuardedProcess started = new GuardedProcess(builder.start());
    var unused = started.process.onExit().thenRun(started::release);
    return started;
  }

  /** Ends the watchdog. */
  private void release() {
    try (pipe) {
      pipe.write(ENDED);
    } catch (IOException e) {
      log.debug("the watchdog of process {} has ended before it", process.pid(), e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end, at most for {@code most}; true if the program has ended. */
  boolean awaitEnd(Duration most) throws InterruptedException {
    return process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The exit code after the end. */
  int exitCode() {
    return process.exitValue();
  }

  /** True if {@link #stop} can ask the program to end; false if the system can only kill it. */
  boolean canBeAsked() {
    return process.supportsNormalTermination();
  }

  /** Kills the program without waiting. */
  void kill() {
    process.toHandle().destroyForcibly(); // Process.destroyForcibly would close the pipe too
  }

  /**
   * Asks the program to stop, and kills it after {@code patience}.
   *
   * @throws IOException if it survives even that
   */
  void stop(Duration patience) throws IOException, InterruptedException {
    process.toHandle().destroy();
    if (awaitEnd(patience)) {
      return;
    }
    log.warn("process {} did not stop within {} and is killed", pid(), patience);
    kill();
    if (!awaitEnd(AFTER_KILL)) {
      throw new IOException("process " + pid() + " does not end");
    }
  }
}
