package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The supervisor on a scripted server and a virtual clock. */
class SupervisorTest {
  private static final RestartPolicy POLICY =
      new RestartPolicy(Duration.ofSeconds(1), Duration.ofSeconds(8), 3, Duration.ofSeconds(100));

  private final Script script = new Script();
  private final Supervisor supervisor = new Supervisor(script, POLICY, script);

  /** Scripted events, in order; each step takes its time. The end interrupts the supervisor. */
  private final class Script implements Supervisor.Server, Timer {
    private final Deque<String> steps = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final List<Boolean> lost = new ArrayList<>();
    private Duration now = Duration.ZERO;

    private String next(String step) throws InterruptedException {
      String next = steps.poll();
      lost.add(supervisor.trouble().isPresent());
      if (next == null) {
        throw new InterruptedException();
      }
      assertThat(next).startsWith(step);
      return next;
    }

    @Override
    public boolean awaitEnd(Duration most) throws InterruptedException {
      String next = next("runs");
      if (next.equals("runs")) {
        now = now.plus(most);
        return false;
      }
      now = now.plusSeconds(Long.parseLong(next.substring("runs ".length())));
      return true;
    }

    @Override
    public boolean answers() {
      try {
        return next("probe").equals("probe answered");
      } catch (InterruptedException e) {
        throw new AssertionError("the script is too short", e);
      }
    }

    @Override
    public void kill() {
      done.add("kill");
    }

    @Override
    public void restart() throws IOException, InterruptedException {
      if (!next("start").equals("start answers")) {
        throw new IOException("no room");
      }
    }

    @Override
    public String lastWords() {
      return "";
    }

    @Override
    public long nanos() {
      return now.toNanos();
    }

    @Override
    public void pause(Duration time) {
      now = now.plus(time);
      done.add("wait " + time.toSeconds());
    }
  }

  private List<String> supervise(String... steps) {
    script.steps.addAll(Arrays.asList(steps));
    assertThatThrownBy(supervisor::run).isInstanceOf(InterruptedException.class);
    return script.done;
  }

  @Test
  void startsAServerThatEndedAfterTheFirstDelay() {
    assertThat(supervise("runs 60", "start answers", "runs 60", "start answers"))
        .containsExactly("wait 1", "wait 1");
    assertThat(supervisor.trouble()).isEmpty();
  }

  @Test
  void doublesTheDelayUpToTheLimitAndNeverCeases() {
    assertThat(
            supervise(
                "runs 60",
                "start fails",
                "start fails",
                "start fails",
                "start fails",
                "start fails",
                "start fails",
                "start answers"))
        .containsExactly("wait 1", "wait 2", "wait 4", "wait 8", "wait 8", "wait 8", "wait 8");
  }

  @Test
  void isInTroubleAfterSeveralFailuresInARowUntilItAnswers() {
    supervise(
        "runs 60", "start fails", "start fails", "start fails", "start fails", "start answers");

    assertThat(script.lost).containsExactly(false, false, false, false, true, true, false);
    assertThat(supervisor.trouble()).isEmpty();
  }

  @Test
  void saysInOneSentenceWhatTheTroubleIs() {
    supervise("runs 60", "start fails", "start fails", "start fails");
    assertThat(supervisor.trouble())
        .hasValue(
            "the embedded database failed to start 3 times in a row and needs help;"
                + " its log is database/server.log");
  }

  @Test
  void countsAServerThatEndsSoonAfterItsStartAsAFailure() {
    assertThat(
            supervise(
                "runs 60",
                "start answers",
                "runs 1",
                "start answers",
                "runs 7",
                "start answers",
                "runs 7",
                "start answers"))
        .containsExactly("wait 1", "wait 2", "wait 4", "wait 8");
    assertThat(Collections.frequency(script.lost, true))
        .isEqualTo(1); // from the third to its start
  }

  @Test
  void beginsAnewAfterAServerThatRanForLong() {
    assertThat(supervise("runs 1", "start fails", "start answers", "runs 8", "start answers"))
        .containsExactly("wait 2", "wait 4", "wait 1");
  }

  @Test
  void leavesASilentServerAloneForItsTime() {
    List<String> steps = new ArrayList<>();
    for (int probe = 0; probe < 10; probe++) { // one per tenth of the silence
      steps.addAll(List.of("runs", "probe lost"));
    }
    steps.addAll(List.of("runs", "probe answered", "runs", "probe lost"));
    assertThat(supervise(steps.toArray(String[]::new))).isEmpty();
  }

  @Test
  void killsAServerThatWasSilentForTooLong() {
    List<String> steps = new ArrayList<>();
    for (int probe = 0; probe < 11; probe++) {
      steps.addAll(List.of("runs", "probe lost"));
    }
    steps.addAll(List.of("runs 0", "start answers"));
    assertThat(supervise(steps.toArray(String[]::new))).containsExactly("kill", "wait 1");
  }

  @Test
  void refusesAPolicyThatMakesNoSense() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new RestartPolicy(Duration.ZERO, second, 1, second))
        .hasMessageContaining("embedded.restart-backoff = PT0S");
    assertThatThrownBy(() -> new RestartPolicy(second, second.dividedBy(2), 1, second))
        .hasMessageContaining("embedded.restart-backoff-limit = PT0.5S");
    assertThatThrownBy(() -> new RestartPolicy(second, second, 0, second))
        .hasMessageContaining("embedded.restart-failures = 0");
    assertThatThrownBy(() -> new RestartPolicy(second, second, 1, second.negated()))
        .hasMessageContaining("embedded.silence-timeout = PT-1S");
  }
}
