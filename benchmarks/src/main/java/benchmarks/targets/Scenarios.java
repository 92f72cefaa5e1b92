package benchmarks.targets;

import benchmarks.load.Accounts;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.Habits.Retry;
import benchmarks.users.LoadRun;
import benchmarks.users.RunResult;
import benchmarks.users.UserRequestType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The loads of the figures. Each stores its phases by name. */
final class Scenarios {
  static final int USERS = 1_024;

  /** Share of the actions that begin with a login by the form. */
  static final double LOGINS = 0.02;

  static final String HIGH = "gold";
  static final String LOW = "guest";
  private static final int FEW = 3;

  /** Users that a service without control can serve within its target. */
  private static final int REMAINING = 32;

  private static final Duration SLOW = Duration.ofMillis(5);

  private Scenarios() {}

  /** An open loop at a multiple of the capacity. */
  static Step.Scenario open(double times) {
    return (run, seconds) -> whole(run, Habits.open(times * run.rate), LiveRun.ARRIVING, seconds);
  }

  /** An open loop at a multiple of the capacity, counted without the dear logins in the mix. */
  static Step.Scenario openWithLogins(double times) {
    return (run, seconds) ->
        whole(run, Habits.open(times * run.rate).withLogins(LOGINS), LiveRun.ARRIVING, seconds);
  }

  /** Users of a closed loop. */
  static Step.Scenario closed(Retry retry, int users) {
    return (run, seconds) -> whole(run, Habits.closed().retrying(retry), users, seconds);
  }

  /** Users of a closed loop, some of whom sign in. */
  static Step.Scenario closedWithLogins(int users) {
    return (run, seconds) -> whole(run, Habits.closed().withLogins(LOGINS), users, seconds);
  }

  private static void whole(LiveRun run, Habits habits, int users, double seconds)
      throws Exception {
    RunResult result = run.run(run.load(habits), Crowd.of(users), seconds);
    run.phase("all", result.between(0, seconds)); // with the arrival of the load
  }

  /** [USITS] Figures 7 and 10: a step from 3 to 1,000 users and back; the papers' users. */
  static Step.Scenario spike() {
    return (run, seconds) -> {
      double from = seconds / 8;
      double to = seconds - from;
      Crowd crowd = Crowd.of(FEW).and(Accounts.STANDARD, USERS - FEW, from, to);
      try (StageRates rates =
          new StageRates(run.service(), UserRequestType.LIST_MESSAGES.title())) {
        RunResult result =
            run.run(
                "load",
                run.load(Habits.closed().retrying(Retry.FIXED)),
                crowd,
                seconds,
                second -> rates.read());
        run.put("admittedBySecond", rates.admitted());
        run.put("refusedBySecond", rates.refused());
        run.put("from", from);
        run.put("to", to);
        run.phase("all", result.between(0, seconds));
        run.phase("spike", result.between(from, to));
        run.phase("afterwards", result.between(to, seconds));
      }
    };
  }

  /**
   * [USITS] Figures 14 and 15: two classes; the high one arrives in the second quarter.
   *
   * @param differentiated false if the service has one class for all
   */
  static Step.Scenario classes(boolean differentiated) {
    return (run, seconds) -> {
      double from = seconds / 4;
      double to = seconds - from / 2;
      run.population()
          .spread(List.of(HIGH, LOW), name -> differentiated ? name : Accounts.STANDARD);
      try {
        Crowd crowd = Crowd.of(LOW, USERS / 2).and(HIGH, USERS / 2, from, to);
        RunResult result = run.run(run.load(Habits.closed().retrying(Retry.FIXED)), crowd, seconds);
        run.put("from", from);
        run.put("to", to);
        run.phase("high", result.of(HIGH, from, to));
        run.phase("low", result.of(LOW, from, to));
        run.put("highBySecond", result.of(HIGH, 0, seconds).windows(1));
        run.put("lowBySecond", result.of(LOW, 0, seconds).windows(1));
      } finally {
        run.population().spread(List.of(Accounts.STANDARD), name -> name);
      }
    };
  }

  /** From a third of the run on, a proxy delays each answer of the database. */
  static Step.Scenario slowDatabase(double times) {
    return (run, seconds) -> {
      double from = seconds / 3;
      run.database().delay(Duration.ZERO);
      try {
        LoadRun load =
            run.load(Habits.open(times * run.rate)).at(from, () -> run.database().delay(SLOW));
        RunResult result = run.run(load, Crowd.of(LiveRun.ARRIVING), seconds);
        run.put("from", from);
        run.phase("all", result.between(0, seconds));
        run.phase("slow", result.between(from, seconds));
      } finally {
        run.database().delay(Duration.ZERO);
      }
    };
  }

  /** Two nodes, each with its own load, on one database and the same processors. */
  static Step.Scenario twoNodes(double times) {
    return (run, seconds) -> {
      Habits habits = Habits.open(times * run.rate / 2);
      LoadRun second = new LoadRun(run.secondNode(), habits);
      Crowd crowd = Crowd.of(LiveRun.ARRIVING / 2);
      CompletableFuture<RunResult> other = new CompletableFuture<>();
      Thread beside =
          new Thread(
              () -> {
                try {
                  other.complete(run.run("secondLoad", second, crowd, seconds, at -> {}));
                } catch (Exception e) {
                  other.completeExceptionally(e);
                }
              },
              "second load");
      beside.start();
      RunResult first = run.run(run.load(habits), crowd, seconds);
      run.phase("first", first.between(0, seconds));
      run.phase("second", other.get().between(0, seconds));
    };
  }

  /**
   * Impatient users who reload at once; some leave half-way.
   *
   * @param remaining users who stay
   */
  static Step.Scenario storm(int remaining) {
    return (run, seconds) -> {
      double half = seconds / 2;
      Crowd crowd = Crowd.of(remaining).and(Accounts.STANDARD, USERS - remaining, 0, half);
      RunResult result = run.run(run.load(Habits.closed().retrying(Retry.AT_ONCE)), crowd, seconds);
      run.put("to", half);
      run.phase("all", result.between(0, seconds));
      run.phase("storm", result.between(0, half));
      run.phase("afterwards", result.between(half, seconds));
    };
  }

  /** Users who remain after a storm, few enough for a service without control. */
  static Step.Scenario stormThatEnds() {
    return storm(REMAINING);
  }
}
