package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import benchmarks.load.ClientLoop;
import benchmarks.users.RunResult.Outcome;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class UserFiguresTest {
  private static final Offset<Double> EXACTLY = within(1e-6);
  private static final double ALWAYS = Double.MAX_VALUE;

  private final Requests requests = new Requests();

  /** A request of a user, from one second to another. */
  private void add(int user, double from, double to, Outcome outcome) {
    requests.add(
        Math.round(to * 1e6),
        Math.round((to - from) * 1e6),
        user,
        UserRequestType.LIST_MESSAGES,
        outcome,
        1);
  }

  /** Answers of one user, a millisecond each, one a second from a second on. */
  private void answers(int user, int from, int count) {
    for (int i = 0; i < count; i++) {
      add(user, from + i, from + i + 0.001, Outcome.OK);
    }
  }

  private RunResult run(List<Crowd.Group> users) {
    LoadCost cost = new LoadCost(new ClientLoop.Cost(0.1, 1, 2), 0, 0, 0);
    return new RunResult(requests, users, 1_000, cost);
  }

  private Summary between(double from, double to) {
    return run(Collections.nCopies(3, group(ALWAYS))).between(from, to);
  }

  private static Crowd.Group group(double to) {
    return new Crowd.Group("gold", 1, 0, to);
  }

  @Test
  void aPhaseWithoutRequestsHasNoUsers() {
    Summary empty = between(0, 10);
    assertThat(empty.asking()).isZero();
    assertThat(empty.neverAnswered()).isZero();
    assertThat(empty.longestAbsence()).isZero();
    assertThat(empty.absentLongerThan(0)).isZero();
    assertThat(empty.sessions()).isEqualTo(new Sessions(0, 0, 0));
    assertThat(empty.sessions().finishedShare()).isEqualTo(1);
    assertThat(empty.jain()).isZero();
    assertThat(empty.jainOfShares()).isZero();
  }

  // ---- absences

  @Test
  void anAbsenceLastsFromTheFirstRequestInVainToTheNextAnswer() {
    add(0, 1, 1.1, Outcome.OK);
    add(0, 4, 4.1, Outcome.REFUSED); // after 3 s in which the user asks for nothing
    add(0, 6, 6.1, Outcome.FAILED);
    add(0, 9, 9.5, Outcome.OK);
    add(0, 20, 20.1, Outcome.OK);
    assertThat(between(0, 30).longestAbsence()).isCloseTo(5.5, EXACTLY);
    assertThat(between(0, 30).absentLongerThan(5.4)).isEqualTo(1);
    assertThat(between(0, 30).absentLongerThan(5.6)).isZero();
  }

  @Test
  void aSlowAnswerIsAnAbsence() {
    add(0, 1, 8, Outcome.OK);
    assertThat(between(0, 10).longestAbsence()).isCloseTo(7, EXACTLY);
  }

  @Test
  void thePhaseCutsAbsences() {
    add(0, 1, 1.1, Outcome.REFUSED);
    add(0, 16, 16.1, Outcome.OK);
    assertThat(between(5, 20).longestAbsence()).isCloseTo(11.1, EXACTLY);
    assertThat(between(0, 10).longestAbsence()).isCloseTo(9, EXACTLY);
    Summary within = between(5, 10);
    assertThat(within.longestAbsence()).as("no request in the phase").isCloseTo(5, EXACTLY);
    assertThat(within.neverAnswered()).isEqualTo(1);
    assertThat(within.requests()).isZero();
    assertThat(between(17, 20).asking()).isZero();
  }

  @Test
  void aRequestInFlightAtTheEndOfThePhaseIsAnAbsence() {
    add(0, 1, 1.1, Outcome.OK);
    add(0, 6, 30, Outcome.OK);
    assertThat(between(0, 10).longestAbsence()).isCloseTo(4, EXACTLY);
    assertThat(between(0, 10).neverAnswered()).isZero();
    assertThat(between(2, 10).neverAnswered()).isEqualTo(1);
  }

  @Test
  void aUserWhoHasLeftIsNotAbsent() {
    add(0, 1, 1.5, Outcome.REFUSED);
    add(1, 1, 1.5, Outcome.REFUSED);
    RunResult run = run(List.of(group(4), group(ALWAYS)));
    Summary all = run.between(0, 10);
    assertThat(all.longestAbsence()).isCloseTo(9, EXACTLY);
    assertThat(all.absentLongerThan(3.1)).isEqualTo(1);
    assertThat(run.between(5, 10).asking()).isEqualTo(1);
  }

  @Test
  void allAreAbsentWhileAllAreRefused() {
    for (int second = 0; second < 10; second++) {
      for (int user = 0; user < 3; user++) {
        add(user, second, second + 0.5, Outcome.REFUSED);
      }
    }
    Summary all = between(0, 10);
    assertThat(all.asking()).isEqualTo(3);
    assertThat(all.neverAnswered()).isEqualTo(3);
    assertThat(all.absentLongerThan(9.9)).isEqualTo(3);
    assertThat(all.sessions()).isEqualTo(new Sessions(0, 0, 0));
    assertThat(all.jain()).isZero();
  }

  // ---- sessions

  @Test
  void aSessionIsTenAnswers() {
    answers(0, 0, 30);
    assertThat(between(0, 40).sessions())
        .as("a later session begins only after a refusal")
        .isEqualTo(new Sessions(1, 1, 0));
  }

  @Test
  void aRefusalOrAFailureBreaksASession() {
    answers(0, 0, 9);
    add(0, 9, 9.1, Outcome.REFUSED);
    add(0, 10, 10.1, Outcome.REFUSED);
    answers(0, 11, 10);
    add(0, 21, 21.1, Outcome.FAILED);
    answers(0, 22, 3);
    Sessions sessions = between(0, 40).sessions();
    assertThat(sessions).isEqualTo(new Sessions(3, 1, 1));
    assertThat(sessions.finishedShare()).isCloseTo(2 / 3.0, EXACTLY);
  }

  @Test
  void aRefusedFirstRequestBeginsNoSession() {
    add(0, 0, 0.1, Outcome.REFUSED);
    answers(0, 1, 10);
    assertThat(between(0, 20).sessions()).isEqualTo(new Sessions(1, 1, 0));
  }

  @Test
  void aPhaseBeginsSessionsAnew() {
    answers(0, 0, 30);
    add(0, 30, 30.1, Outcome.REFUSED);
    assertThat(between(25, 40).sessions()).isEqualTo(new Sessions(1, 0, 1));
  }

  @Test
  void sessionsOfUsersAreApart() {
    for (int second = 0; second < 10; second++) {
      add(0, second, second + 0.1, Outcome.OK);
      add(1, second, second + 0.2, second == 5 ? Outcome.REFUSED : Outcome.OK);
    }
    assertThat(between(0, 10).sessions()).isEqualTo(new Sessions(3, 1, 1));
  }

  // ---- fairness

  @Test
  void fairnessOfAnswersAndOfTheAnsweredShareDiffer() {
    answers(0, 0, 8); // asks often
    add(1, 8, 8.1, Outcome.OK);
    add(1, 9, 9.1, Outcome.OK);
    Summary all = between(0, 10);
    assertThat(all.jain()).isCloseTo(100.0 / (2 * 68), EXACTLY);
    assertThat(all.jainOfShares()).isCloseTo(1, EXACTLY);

    add(2, 9.2, 9.3, Outcome.REFUSED);
    assertThat(between(0, 10).jainOfShares()).isCloseTo(2 / 3.0, EXACTLY);
  }
}
