package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Estimates of {@link OutsideDelay} from its samples, in virtual time. */
class OutsideDelaySamplesTest {
  private final Simulation simulation = new Simulation();
  private final OutsideDelay delay = new OutsideDelay(simulation.clock(), () -> 0);

  @BeforeEach
  void sample() {
    StageGraph graph = simulation.graph();
    delay.sample(graph.timers());
    run(1_000);
  }

  private void run(int millis) {
    simulation.run(Duration.ofMillis(millis));
  }

  private long millis() {
    return delay.nanos() / 1_000_000;
  }

  private void waits(int millis, int forMillis) {
    for (int i = 0; i < forMillis; i += 10) {
      delay.waited(Duration.ofMillis(millis).toNanos());
      run(10);
    }
  }

  @Test
  void isZeroWithoutLag() {
    waits(1, 3_000);
    assertThat(delay.nanos()).isZero();
  }

  @Test
  void aLastingLagCountsSoonAndIsForgottenAfterItsEnd() {
    waits(70, 180);
    assertThat(millis()).isZero();
    waits(70, 60);
    assertThat(millis()).isEqualTo(70);
    waits(70, 3_000);
    run(1_700);
    assertThat(millis()).isEqualTo(70);
    run(200);
    assertThat(millis()).isZero();
  }

  @Test
  void aSingleShortPauseDoesNotCount() {
    simulation.pause(Duration.ofMillis(150));
    run(20);
    assertThat(delay.nanos()).isZero();
  }

  /** For an instant in ten, the remaining pause exceeds the counted one. */
  @Test
  void aLongPauseCountsWithoutItsLastTenthOfTheWindow() {
    simulation.pause(Duration.ofSeconds(1));
    run(20);
    assertThat(millis()).isBetween(750L, 850L);
    run(2_000);
    assertThat(delay.nanos()).isZero();
  }

  @Test
  void manyShortPausesCount() {
    for (int i = 0; i < 20; i++) {
      simulation.pause(Duration.ofMillis(50));
      run(50);
    }
    assertThat(millis()).isBetween(20L, 50L);
  }
}
