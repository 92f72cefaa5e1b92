package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import benchmarks.load.ClientLoop;
import benchmarks.users.RunResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private final Requests requests = new Requests();

  private void add(int atMillis, int millis, int user, Outcome outcome) {
    requests.add(1_000 * atMillis, 1_000 * millis, user, UserRequestType.SEARCH, outcome, 1);
  }

  private RunResult run(double seconds) {
    return new RunResult(
        requests,
        List.of(group("gold"), group("guest")),
        seconds,
        new LoadCost(new ClientLoop.Cost(0.1, 1, 2), 0, 0, 0));
  }

  private static Crowd.Group group(String serviceClass) {
    return new Crowd.Group(serviceClass, 1, 0, Double.MAX_VALUE);
  }

  @Test
  void summarizesEachWindow() {
    for (int i = 0; i < 10; i++) {
      add(100 * i, i, 0, Outcome.OK);
    }
    for (int i = 0; i < 10; i++) {
      add(1_000 + 100 * i, 100, 1, Outcome.OK);
    }
    Summary summary = run(3).between(0, 3);
    assertThat(summary.windows(1).subList(0, 2)).containsExactly(8.0, 100.0);
    assertThat(summary.over(50, 1)).as("a window without answers is over").isEqualTo(2 / 3.0);
    assertThat(summary.goodput(50)).isCloseTo(10 / 3.0, within(1e-9));
  }

  @Test
  void countsARefusalAsUnanswered() {
    add(10, 1, 0, Outcome.OK);
    add(20, 1, 1, Outcome.REFUSED);
    add(30, 1, 1, Outcome.FAILED);
    Summary summary = run(1).between(0, 1);
    assertThat(summary.askedPerSecond()).isEqualTo(3);
    assertThat(summary.refused()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(summary.neverAnswered()).isEqualTo(1);
    assertThat(summary.jain()).as("one of two users has all answers").isEqualTo(0.5);
    assertThat(run(1).of("guest", 0, 1).count(Outcome.OK)).isZero();
  }

  @Test
  void countsARequestInFlightAtTheEndOfAPhaseAsUnanswered() {
    add(10, 1, 0, Outcome.OK);
    add(1_500, 1_400, 1, Outcome.OK);
    Summary first = run(2).between(0, 1);
    assertThat(first.requests()).isEqualTo(1);
    assertThat(first.neverAnswered()).isEqualTo(1);
    assertThat(first.jain()).isEqualTo(0.5);
    assertThat(run(2).between(1, 2).neverAnswered()).isZero();
  }

  @Test
  void summarizesEachType() {
    add(10, 1, 0, Outcome.OK);
    requests.add(20_000, 9_000, 0, UserRequestType.FLAG, Outcome.REFUSED, 1);
    Summary all = run(1).between(0, 1);
    assertThat(all.types()).containsExactly(UserRequestType.FLAG, UserRequestType.SEARCH);
    assertThat(all.of(UserRequestType.SEARCH).percentile(90)).isCloseTo(1, within(0.01));
    assertThat(all.of(UserRequestType.FLAG).refused()).isEqualTo(1);
    assertThat(all.of(UserRequestType.FLAG).percentile(90)).isZero();
  }

  @Test
  void ignoresRequestsThatEndAfterTheRun() {
    add(10, 1, 0, Outcome.OK);
    add(1_001, 900, 1, Outcome.FAILED);
    Summary all = run(1).between(0, Double.MAX_VALUE);
    assertThat(all.requests()).isEqualTo(1);
    assertThat(all.neverAnswered()).isEqualTo(1);
  }
}
