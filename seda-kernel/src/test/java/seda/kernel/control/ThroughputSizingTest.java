package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputSizingTest extends PoolSizingContract {
  private final PoolSizing sizing = sizing();

  @Override
  PoolSizing sizing() {
    return new ThroughputSizing(ThroughputSizing.Settings.DEFAULT);
  }

  /**
   * Returns the size wanted after a second in which all threads were busy and many events waited.
   */
  private int afterBusySecond(int threads, long completed) {
    return sizing.next(second(threads, 500, completed, threads));
  }

  // ---- scripted

  @Test
  void doublesWhileThatDoublesTheThroughput() {
    assertThat(afterBusySecond(1, 20)).isEqualTo(2);
    assertThat(afterBusySecond(2, 40)).isEqualTo(4);
    assertThat(afterBusySecond(4, 80)).isEqualTo(8);
  }

  @Test
  void keepsThreadsThatBringAQuarterOfALinearGain() {
    afterBusySecond(4, 100);
    assertThat(afterBusySecond(8, 125)).isEqualTo(16);
  }

  @Test
  void triesHalfTheStepWhereThreadsBringLessAndThenGoesBack() {
    afterBusySecond(8, 2_000);
    assertThat(afterBusySecond(16, 2_490)).isEqualTo(12);
    assertThat(afterBusySecond(12, 2_240)).isEqualTo(10);
    assertThat(afterBusySecond(10, 2_120)).isEqualTo(8);
  }

  @Test
  void goesOnFromTheHalfStepIfThatIsBetter() {
    afterBusySecond(8, 2_000);
    afterBusySecond(16, 2_490);
    assertThat(afterBusySecond(12, 2_260)).isEqualTo(18);
  }

  @Test
  void restsAtTheSizeItFoundAndThenTriesFewerThreads() {
    findEight();
    for (int rest = 0; rest < ThroughputSizing.Settings.DEFAULT.backOff(); rest++) {
      assertThat(afterBusySecond(8, 3_000)).isEqualTo(8);
    }
    assertThat(afterBusySecond(8, 3_000)).isEqualTo(6);
    assertThat(afterBusySecond(6, 3_000)).as("as much with fewer: goes on").isEqualTo(4);
    assertThat(afterBusySecond(4, 2_000)).as("less with fewer: goes back").isEqualTo(6);
  }

  /** Searches with eight useful threads: they serve 3000/s, more do not help. */
  private void findEight() {
    assertThat(afterBusySecond(8, 3_000)).isEqualTo(16);
    assertThat(afterBusySecond(16, 3_000)).isEqualTo(12);
    assertThat(afterBusySecond(12, 3_000)).isEqualTo(10);
    assertThat(afterBusySecond(10, 3_000)).isEqualTo(8);
  }

  @Test
  void searchesAnewAfterItHasShrunk() {
    findEight();
    for (int i = 0; i < 20; i++) {
      sizing.next(second(8, 0, 10, 0.5));
    }
    assertThat(afterBusySecond(1, 20)).isEqualTo(2);
    assertThat(afterBusySecond(2, 40)).isEqualTo(4);
    assertThat(afterBusySecond(4, 80)).as("a doubling again").isEqualTo(8);
  }

  @Test
  void judgesNothingByAFewCompletions() {
    for (int i = 0; i < 15; i++) {
      assertThat(afterBusySecond(1, 1)).isOne();
    }
    assertThat(afterBusySecond(1, 1)).isEqualTo(2);
  }

  @Test
  void measuresForSomeServiceTimes() {
    assertThat(afterBusySecond(10, 39)).isEqualTo(10);
    assertThat(afterBusySecond(10, 1)).isEqualTo(20);
  }

  @Test
  void waitsWhileTheBackendIsStuck() {
    for (int i = 0; i < 100; i++) {
      assertThat(afterBusySecond(5, 0)).isEqualTo(5);
    }
  }

  @Test
  void dismissesThreadsNotNeededByLittlesLaw() {
    assertThat(sizing.next(second(10, 0, 100, 4.0))).as("4 / 0.8 and one").isEqualTo(6);
  }

  @Test
  void growsWithTheLoadBeforeThatIsTooMuch() {
    assertThat(sizing.next(second(4, 1, 100, 3.6))).as("3.6 / 0.8 and one").isEqualTo(6);
  }

  @Test
  void growsWithTheLoadNoFurtherThanWhatWasFoundUsefulUnderOverload() {
    findEight();
    assertThat(sizing.next(second(8, 1, 2_900, 7.6))).isEqualTo(8);
  }

  @Test
  void growsWithTheLoadFurtherOnceMoreWasFoundUseful() {
    findEight();
    for (int i = 0; i < 10; i++) {
      sizing.next(second(8, 0, 10, 0.5)); // resets the search, but not its result
    }
    afterBusySecond(8, 3_000);
    afterBusySecond(16, 4_000);
    assertThat(sizing.next(second(8, 1, 2_900, 7.6))).isGreaterThan(8);
  }

  @Test
  void waitsForTheThreadsToBecomeBusyWhenTheLoadHasJustCome() {
    assertThat(sizing.next(second(10, 500, 100, 4))).isEqualTo(10);
  }

  @Test
  void remembersForAWhileHowManyWereBusy() {
    assertThat(sizing.next(second(10, 0, 100, 7.0))).isEqualTo(10);
    assertThat(sizing.next(second(10, 0, 1, 0.1))).isGreaterThan(6);
    int threads = 10;
    for (int i = 0; i < 20; i++) {
      threads = sizing.next(second(threads, 0, 1, 0.1));
    }
    assertThat(threads).as("one, and a spare one").isEqualTo(2);
  }

  @Test
  void forgetsATrialThatTheEndOfTheLoadInterrupts() {
    afterBusySecond(4, 100);
    assertThat(sizing.next(second(8, 0, 100, 5.5))).isEqualTo(8);
    assertThat(afterBusySecond(8, 100)).as("begins another").isEqualTo(16);
  }

  @Test
  void goesBackWhereTheBoundsOfThePoolDidNotLetItTry() {
    afterBusySecond(8, 2_000);
    for (int i = 0; i < 2; i++) {
      assertThat(afterBusySecond(8, 3_000)).as("tries").isGreaterThan(8);
    }
    assertThat(afterBusySecond(8, 3_000)).as("more, but not by more threads").isEqualTo(8);
  }

  @Test
  void refusesAnEfficiencyThatNoThreadReaches() {
    assertThatThrownBy(() -> new ThroughputSizing.Settings(1.5, 0.8, 16, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("efficiency = 1.5");
  }

  // ---- in closed loop

  private static SimulatedService service(Duration meanService) {
    SimulatedService service = new SimulatedService(1, 100, meanService);
    ControlLoops.size(
        service.graph,
        service.pool,
        new ThroughputSizing(ThroughputSizing.Settings.DEFAULT),
        Duration.ofSeconds(1));
    return service;
  }

  @ParameterizedTest
  @CsvSource({"3, 1, 50", "3, 2, 50", "8, 1, 50", "8, 2, 20", "30, 1, 50", "30, 2, 50"})
  void findsWhatABackendCanUseThatSlowsBeyond(int useful, double power, int millis) {
    SimulatedService service = service(Duration.ofMillis(millis));
    service.backend(useful, power);
    double capacity = useful * 1000.0 / millis;
    service.arrivals(1.5 * capacity);
    service.run(100);
    assertThat(service.meanThreadsOver(100)).isBetween(0.75 * useful, 1.3 * useful);
    assertThat(service.throughputOver(100)).isGreaterThan(0.8 * capacity);
  }

  @Test
  void followsABackendThatBecomesSlowerAndRecovers() {
    SimulatedService service = service(Duration.ofMillis(20));
    service.arrivals(2_000);
    service.backend(20, 1.5);
    service.run(60);
    service.backend(5, 1.5);
    service.run(60);
    assertThat(service.meanThreadsOver(60)).isBetween(4.0, 7.0);
    service.backend(20, 1.5);
    service.run(60);
    assertThat(service.meanThreadsOver(60)).isBetween(15.0, 26.0);
  }

  @Test
  void followsABurstWithinSecondsAndShrinksUnderTheSteadyLightLoadAfterIt() {
    SimulatedService service = service(Duration.ofMillis(50));
    service.backend(20, 2);
    service.arrivals(20);
    service.run(60);
    assertThat(service.pool.threads()).isLessThanOrEqualTo(5);
    service.arrivals(350);
    service.run(10);
    assertThat(service.pool.threads()).isBetween(12, 32);
    service.run(20);
    service.arrivals(20);
    service.run(30);
    assertThat(service.meanThreadsOver(60)).isLessThan(5);
    assertThat(service.responseOver(60)).as("it takes 50 ms").isLessThan(0.15);
  }

  @ParameterizedTest
  @ValueSource(doubles = {5, 50, 400})
  void letsFewEventsWaitUnderASteadyLoad(double perSecond) {
    SimulatedService service = service(Duration.ofMillis(50));
    service.arrivals(perSecond);
    service.run(60);
    double busy = perSecond * 0.05;
    assertThat(service.meanThreadsOver(120)).isBetween(busy + 0.5, 1.5 * busy + 2.5);
    assertThat(service.responseOver(120)).as("p90 of the service: 115 ms").isLessThan(0.14);
  }

  @Test
  void staysUsefulNearTheCapacityOfABackendThatSlowsBeyond() {
    SimulatedService service = service(Duration.ofMillis(50));
    service.backend(12, 1.5);
    service.arrivals(0.9 * 240);
    service.run(300);
    assertThat(service.meanThreadsOver(300)).isBetween(10.0, 16.0);
    assertThat(service.throughputOver(300)).isGreaterThan(0.89 * 240);
    assertThat(service.responseOver(300)).isLessThan(2);
  }
}
