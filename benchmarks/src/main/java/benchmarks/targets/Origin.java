package benchmarks.targets;

import benchmarks.report.Json;
import benchmarks.report.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/** What all runs of a sitting have in common. */
final class Origin {
  private static final String UNKNOWN = "unknown";

  private Origin() {}

  /** Commit, date, machine and command. */
  static Map<String, Object> now(String command, Clock clock) {
    return Json.map(
        "commit", commit(),
        "date", LocalDate.now(clock.withZone(ZoneOffset.UTC)).toString(),
        "machine", Report.machine(),
        "command", command);
  }

  /** The commit of the checkout, with {@code +dirty} if files differ from it. */
  static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--exclude=*", "--dirty=+dirty")
              .redirectErrorStream(true)
              .start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? said.strip() : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN; // no git
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
