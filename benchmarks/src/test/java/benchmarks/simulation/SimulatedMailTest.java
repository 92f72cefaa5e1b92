package benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.baselines.Baseline;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code arashi bench controllers} shows, in a reduced form: the orderings that are robust.
 */
class SimulatedMailTest {
  private static final Duration TARGET = Duration.ofMillis(100);
  private static final Duration TIME = Duration.ofSeconds(15);

  private static Outcome run(Baseline baseline, Load load) {
    return new SimulatedMail(baseline, load, TARGET, false, 1).run(TIME);
  }

  private static Outcome run(String baseline, double multiple) {
    return run(Baseline.named(baseline), Load.open(multiple));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.8, 1.5, 2, 10})
  void theDeadlineHoldsEachWindowFromTheArrivalOfTheLoadOn(double multiple) {
    Outcome outcome = run("deadline", multiple);
    assertThat(outcome.over5()).isZero();
    assertThat(outcome.over1()).isZero();
    assertThat(outcome.goodput()).isGreaterThanOrEqualTo(0.95 * Math.min(1, multiple));
    assertThat(outcome.leastShare()).isGreaterThan(0.7);
  }

  @Test
  void withoutControlNextToNothingIsInTime() {
    assertThat(run("none", 0.8).goodput()).isGreaterThan(0.75);
    assertThat(run("none", 2).goodput()).isLessThan(0.1);
  }

  @Test
  void aDeepBucketRefusesLessAtFourFifths() {
    Baseline aimd = Baseline.named("aimd");
    Load load = Load.open(0.8);
    double deep = run(aimd, load).refused();
    double shallow =
        run(aimd.with("response-time", "speed = 10, depth = 1, timeout = 100 ms"), load).refused();
    assertThat(deep).isLessThan(0.01);
    assertThat(shallow).isGreaterThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aimd", "single", "dagor"})
  void whatAdaptsByStepsMissesTheArrivalOfTenTimesTheCapacity(String baseline) {
    assertThat(run(baseline, 10).goodput()).isLessThan(run("deadline", 10).goodput() - 0.05);
    assertThat(run(baseline, 10).over1()).isPositive();
  }

  @Test
  void gradient2KnowsNoTargetAndMissesItWhenTheStoreSlowsDown() {
    Load slowing = Load.open(2).slowing(5);
    assertThat(run(Baseline.named("gradient2"), slowing).over5()).isPositive();
    assertThat(run(Baseline.named("deadline"), slowing).over5()).isZero();
    assertThat(run("gradient2", 2).over5()).isZero();
  }

  @Test
  void bouncerStarvesATypeWithoutItsRemedy() {
    Baseline bouncer = Baseline.named("bouncer");
    Load load = Load.open(10);
    Outcome without = run(bouncer.with("bouncer", "slo = 0.8, remedy = none"), load);
    assertThat(without.leastShare()).isLessThan(0.1);
    assertThat(run(bouncer, load).leastShare()).isGreaterThan(0.5);
  }

  @Test
  void aRunIsTheSameForASeed() {
    Load users = Load.users(1_000, Load.Users.IMPATIENT);
    assertThat(run(Baseline.named("deadline"), users))
        .isEqualTo(run(Baseline.named("deadline"), users));
  }

  @Test
  void dagorServesSomeUsersThroughoutAndOthersNever() {
    Outcome dagor = run("dagor", 10);
    assertThat(dagor.jain()).isLessThan(0.5);
    assertThat(run("deadline", 10).jain()).isGreaterThan(0.9);
  }
}
