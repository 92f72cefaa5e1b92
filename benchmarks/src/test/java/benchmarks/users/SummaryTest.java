package benchmarks.users;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import benchmarks.load.ClientLoop;
import benchmarks.report.Json;
import benchmarks.users.RunResult.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private final Requests requests = new Requests();

  private void add(int atMillis, int millis, int user, Outcome outcome) {
    requests.add(1_000L * atMillis, 1_000L * millis, user, UserRequestType.SEARCH, outcome, 1);
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

  private void add(int millis, UserRequestType type, Outcome outcome, double quality) {
    requests.add(100_000 + requests.size(), 1_000L * millis, 0, type, outcome, (float) quality);
  }

  @Test
  void fullGoodputCountsOnlyAnswersOfFullQualityWithinTheTarget() {
    add(10, UserRequestType.SEARCH, Outcome.OK, 1);
    add(10, UserRequestType.SEARCH, Outcome.OK, 0.5);
    add(90, UserRequestType.SEARCH, Outcome.OK, 1);
    add(10, UserRequestType.LIST_MESSAGES, Outcome.OK, 0.25);
    add(10, UserRequestType.LIST_MESSAGES, Outcome.REFUSED, 0);
    Summary all = run(1).between(0, 1);
    assertThat(all.goodput(50)).isEqualTo(3);
    assertThat(all.fullGoodput(50)).isEqualTo(1);
    assertThat(all.meanQuality()).as("of answers").isCloseTo(2.75 / 4, within(1e-6));
    assertThat(all.of(UserRequestType.LIST_MESSAGES).meanQuality()).isEqualTo(0.25);
  }

  @Test
  void aTypeWithoutAnswersHasNoShare() {
    for (int i = 0; i < 20; i++) {
      add(1, UserRequestType.SEARCH, Outcome.OK, 1);
      add(1, UserRequestType.FLAG, i < 5 ? Outcome.OK : Outcome.REFUSED, 1);
    }
    Summary all = run(1).between(0, 1);
    assertThat(all.leastShareOfAType()).isCloseTo(0.25 / 0.625, within(1e-9));
    for (int i = 0; i < 20; i++) {
      add(1, UserRequestType.LOGIN, Outcome.REFUSED, 0);
    }
    assertThat(run(1).between(0, 1).leastShareOfAType()).isZero();
  }

  @Test
  void fewRequestsOfATypeSayNothingAboutItsShare() {
    for (int i = 0; i < 20; i++) {
      add(1, UserRequestType.SEARCH, Outcome.OK, 1);
    }
    add(1, UserRequestType.LOGIN, Outcome.REFUSED, 0);
    assertThat(run(1).between(0, 1).leastShareOfAType()).isCloseTo(21 / 20.0, within(1e-9));
  }

  @Test
  void refusalsAndFailuresHaveTimesOfTheirOwn() {
    for (int i = 1; i <= 100; i++) {
      add(i, UserRequestType.SEARCH, Outcome.REFUSED, 0);
    }
    add(700, UserRequestType.SEARCH, Outcome.FAILED, 0);
    Summary all = run(1).between(0, 1);
    assertThat(all.refusalPercentile(50)).isCloseTo(50, within(0.1));
    assertThat(all.refusalPercentile(99)).isCloseTo(99, within(0.1));
    assertThat(all.failurePercentile(99)).isCloseTo(700, within(1.0));
    assertThat(all.percentile(99)).isZero();
  }

  // ---- windows

  /** An answer in the middle of each second, with these times in turn. */
  private Summary seconds(int... millis) {
    for (int i = 0; i < millis.length; i++) {
      add(1_000 * i + 500, millis[i], 0, Outcome.OK);
    }
    return run(millis.length).between(0, millis.length);
  }

  @Test
  void windowsCountTheArrival() {
    Summary step = seconds(300, 20, 20, 20, 20, 20, 20, 20, 20, 20);
    assertThat(step.overCount(100, 5)).isEqualTo(1);
    assertThat(step.over(100, 5)).isEqualTo(0.5);
    assertThat(step.highestWindow(5)).isEqualTo(300);
    assertThat(step.overCount(100, 1)).isEqualTo(1);
    assertThat(step.over(100, 1)).isEqualTo(0.1);
  }

  @Test
  void settlesWhenNoLaterWindowIsOverTheTarget() {
    assertThat(seconds(300, 20, 300, 20, 20).settling(100)).isEqualTo(3);
  }

  @Test
  void isSettledAtOnceIfNoWindowIsOverTheTarget() {
    assertThat(seconds(20, 20).settling(100)).isZero();
  }

  @Test
  void neverSettlesIfTheLastWindowIsOverTheTarget() {
    assertThat(seconds(20, 20, 300).settling(100)).isInfinite();
    assertThat(run(5).between(0, 5).settling(100)).as("or has no answer").isInfinite();
  }

  // ---- hostile phases

  @Test
  void anEmptyPhaseHasFigures() {
    add(10, 1, 0, Outcome.OK);
    for (Summary empty :
        List.of(run(3).between(1, 2), run(3).between(2, 2), run(3).between(5, 9))) {
      assertThat(empty.requests()).isZero();
      assertThat(empty.perSecond()).isZero();
      assertThat(empty.goodput(100)).isZero();
      assertThat(empty.refused()).isZero();
      assertThat(empty.meanQuality()).isNaN();
      assertThat(empty.types()).isEmpty();
      assertThat(empty.leastShareOfAType()).isEqualTo(1);
      assertThat(empty.overCount(100, 1)).isEqualTo(1);
      assertThat(empty.highestWindow(1)).isZero();
      assertThat(empty.asMap(100)).containsEntry("answered", 0);
    }
  }

  @Test
  void aPhaseInWhichAllAreRefusedHasFigures() {
    for (int i = 0; i < 50; i++) {
      add(2, UserRequestType.SEARCH, Outcome.REFUSED, 0);
    }
    Summary all = run(1).between(0, 1);
    assertThat(all.refused()).isEqualTo(1);
    assertThat(all.over(100, 1)).isEqualTo(1);
    assertThat(all.leastShareOfAType()).isZero();
    assertThat(all.percentile(90)).isZero();
    assertThat(Json.of(all.asMap(100))).contains("\"meanQuality\"").contains("null");
  }

  @Test
  void theMapHasEveryFigure() {
    add(10, UserRequestType.SEARCH, Outcome.OK, 0.5);
    Map<String, Object> map = run(1).between(0, 1).asMap(100);
    assertThat(map)
        .containsEntry("offered", 1)
        .containsEntry("goodput", 1.0)
        .containsEntry("fullGoodput", 0.0)
        .containsEntry("windowsOf1sOver", 0)
        .containsEntry("usersNeverAnswered", 0L)
        .containsKeys(
            "refused",
            "failed",
            "meanQuality",
            "p90Millis",
            "refusalP50Millis",
            "refusalP99Millis",
            "windowsOf5sOver",
            "windowsOf5sHighestMillis",
            "longestAbsenceSeconds",
            "usersAbsent",
            "sessionsFinishedShare",
            "settledSessionsFinishedShare",
            "jain",
            "jainOfShares",
            "settlingSeconds",
            "leastShareOfAType");
    assertThat(map.get("types"))
        .asInstanceOf(MAP)
        .extractingByKey("search", as(MAP))
        .containsEntry("answered", 1);
  }
}
