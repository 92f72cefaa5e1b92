package benchmarks.baselines;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.baselines.OneStage.Event;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import seda.kernel.EnqueueResult;
import seda.kernel.Stage;

/** The policies by their settings, on one thread with 10 ms per event. */
class PoliciesTest {
  private static final Duration TARGET = Duration.ofMillis(100);
  private static final Duration HALF_LOAD = Duration.ofMillis(20);
  private static final Duration DOUBLE_LOAD = Duration.ofMillis(5);

  private OneStage service;
  private Stage<Event> work;

  private void start(String admission) {
    service = new OneStage("seda.admission { stages = [work], " + admission + " }");
    work = service.stage("work", TARGET);
    service.graph.start();
  }

  @Test
  void coDelShedsAfterItsDelayWhileAQueueStands() {
    start("kind = codel, delay = 30 ms, interval = 80 ms");
    assertThat(service.send(work, 100, DOUBLE_LOAD)).as("refused at arrival").isZero();
    assertThat(service.shed).isNotEmpty();
    service.answered.clear();
    service.shed.clear();
    service.simulation.run(Duration.ofSeconds(1));
    int left = service.answered.size() + service.shed.size();
    assertThat(service.answered.size()).as("within 30 ms, of %d", left).isLessThanOrEqualTo(4);
  }

  @Test
  void coDelShedsNoBurstThatIsServedWithinItsInterval() {
    start("kind = codel, delay = 30 ms, interval = 80 ms");
    service.send(work, 8, Duration.ZERO);
    service.simulation.run(Duration.ofSeconds(1));
    assertThat(service.shed).isEmpty();
    assertThat(service.answered).hasSize(8);
  }

  @Test
  void gradient2KeepsAsManyInFlightAsItsLimit() {
    start("kind = gradient2, min-limit = 4, max-limit = 4");
    assertThat(service.send(work, 10, Duration.ZERO)).isEqualTo(6);
    service.simulation.run(Duration.ofMillis(20));
    assertThat(service.send(work, 10, Duration.ZERO)).as("two have ended").isEqualTo(8);
  }

  @Test
  void gradient2RefusesNothingWithoutAQueue() {
    start("kind = gradient2");
    assertThat(service.send(work, 200, HALF_LOAD)).isZero();
  }

  @Test
  void dagorServesTheSameUsersInAPeriodAndOthersInTheNext() {
    start("kind = dagor, wait = 20 ms, window = 100 ms, alpha = 0.5, period = 1 h");
    Set<Integer> first = served();
    Set<Integer> again = served();
    service.simulation.run(Duration.ofHours(1));
    Set<Integer> next = served();
    assertThat(common(first, again)).isGreaterThan(0.7);
    assertThat(common(first, next)).isLessThan(0.7);
  }

  /** Loads with 100 users in turn; returns those of the last round that were admitted. */
  private Set<Integer> served() {
    Set<Integer> admitted = new HashSet<>();
    for (int round = 0; round < 40; round++) {
      admitted.clear();
      for (int user = 0; user < 100; user++) {
        if (work.enqueue(new Event(user)).accepted()) {
          admitted.add(user);
        }
        service.simulation.run(DOUBLE_LOAD);
      }
    }
    assertThat(admitted.size()).isBetween(15, 80);
    return admitted;
  }

  private static double common(Set<Integer> one, Set<Integer> other) {
    Set<Integer> both = new HashSet<>(one);
    both.retainAll(other);
    return (double) both.size() / Math.min(one.size(), other.size());
  }

  @Test
  void bouncerRefusesWhatItExpectsBeyondTheObjective() {
    start("kind = bouncer, slo = 0.8, remedy = none");
    service.send(work, 100, HALF_LOAD); // it learns the service time
    int refused = service.send(work, 50, Duration.ZERO);
    assertThat(50 - refused).as("wait + 10 ms within 80 ms, and one in service").isBetween(7, 9);
    EnqueueResult result = work.enqueue(new Event(0));
    assertThat(result.outcome()).isEqualTo(EnqueueResult.Outcome.TOO_LATE);
    assertThat(result.retryAfter()).isBetween(Duration.ofMillis(500), Duration.ofMillis(1_500));
  }

  @Test
  void bouncersAllowanceKeepsAShareOfATypeWhoseObjectiveIsOutOfReach() {
    OneStage two =
        new OneStage(
            "seda.admission { kind = bouncer, remedy = acceptance-allowance, strength = 0.2,"
                + " stages = [long, short] }");
    Stage<Event> relaxed = two.stage("long", Duration.ofSeconds(10));
    Stage<Event> strict = two.stage("short", Duration.ofMillis(5));
    two.graph.start();
    two.send(relaxed, 150, HALF_LOAD);
    two.send(strict, 150, HALF_LOAD); // it learns that an event takes 10 ms
    double accepted = (500 - two.send(strict, 500, HALF_LOAD)) / 500.0;
    assertThat(accepted).isBetween(0.15, 0.25);
  }

  @Test
  void oneControllerHasOneBucketForAllStages() {
    OneStage two = new OneStage("seda.admission { kind = single, depth = 3, stages = [a, b] }");
    Stage<Event> a = two.stage("a", TARGET);
    Stage<Event> b = two.stage("b", TARGET);
    two.graph.start();
    assertThat(two.send(a, 2, Duration.ZERO)).isZero();
    assertThat(two.send(b, 2, Duration.ZERO)).as("the bucket has three").isEqualTo(1);
  }

  @Test
  void thePapersDegradationAdmitsAllUntilTheQualityIsTheLowest() {
    start("kind = degradation, degradable = [work], least = 0.5, timeout = 100 ms, samples = 20");
    assertThat(service.send(work, 60, DOUBLE_LOAD)).isZero();
    assertThat(work.quality().value(0)).isLessThan(1).isGreaterThan(0.5);
    int refused = service.send(work, 600, Duration.ofMillis(2));
    assertThat(work.quality().value(0)).isEqualTo(0.5);
    assertThat(refused).isPositive();
    service.simulation.run(Duration.ofSeconds(20));
    service.send(work, 200, HALF_LOAD);
    assertThat(work.quality().value(0)).isEqualTo(1);
    assertThat(service.send(work, 100, HALF_LOAD)).isZero();
  }

  @Test
  void aStageThatCannotDegradeHasAdmissionFromTheStart() {
    start("kind = degradation, degradable = [other], depth = 1");
    assertThat(service.send(work, 2, Duration.ZERO)).isEqualTo(1);
    assertThat(List.of(work.quality().value(0))).containsExactly(1.0);
  }
}
