package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.web.WebLoad.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load's counts, against Haboob. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebLoadTest {
  @TempDir Path root;

  @Test
  void countsAnswersBytesAndErrors() throws Exception {
    Assumptions.assumeTrue(Path.of("/proc/self").toFile().exists(), "skipped: no /proc here");
    FileSet files = new FileSet(root, 1).write();
    try (WebServer server = WebServer.start("haboob", root, 8 << 20, List.of())) {
      for (Comparison comparison : Comparison.values()) {
        Outcome outcome = run(server, comparison.habits(8, files, 1));
        assertThat(outcome.sample().requests()).as(comparison.title).isPositive();
        assertThat(outcome.errors()).isZero();
        assertThat(outcome.jain()).isBetween(0.0, 1.0);
        if (comparison == Comparison.PAGE) {
          assertThat(outcome.bytes() / outcome.sample().requests())
              .isBetween((long) FileSet.PAGE_BYTES, FileSet.PAGE_BYTES + 1000L);
        }
      }
      WebLoad.Habits none = new WebLoad.Habits(2, Duration.ZERO, 0, () -> "/none");
      Outcome outcome = run(server, none);
      assertThat(outcome.errors()).isPositive();
      assertThat(outcome.sample().requests()).isZero();
    }
  }

  @Test
  void aConnectionThatIsClosedWhileItsClientThinksIsMadeAnew() throws Exception {
    Assumptions.assumeTrue(Path.of("/proc/self").toFile().exists(), "skipped: no /proc here");
    new FileSet(root, 1).write();
    List<String> oneRequestEach = List.of("--requests", "1");
    try (WebServer server = WebServer.start("haboob", root, 8 << 20, oneRequestEach)) {
      WebLoad.Habits habits = new WebLoad.Habits(4, Duration.ofMillis(20), 0, () -> FileSet.PAGE);
      long answers = 0;
      while (answers < 20) {
        Outcome outcome = run(server, habits);
        answers += outcome.sample().requests();
        assertThat(outcome.errors()).isZero();
      }
    }
  }

  /** Runs until there is an answer or an error. */
  private static Outcome run(WebServer server, WebLoad.Habits habits) throws Exception {
    while (true) {
      Outcome outcome = WebLoad.run(server, habits, Duration.ZERO, Duration.ofMillis(200));
      if (outcome.errors() + outcome.sample().requests() > 0) {
        return outcome;
      }
    }
  }
}
