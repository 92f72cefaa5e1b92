package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThroughputBatchingTest extends BatchSizingContract {
  private final BatchSizing sizing = sizing();

  @Override
  BatchSizing sizing() {
    return new ThroughputBatching(1, 256);
  }

  private int after(int seconds, long events) {
    int factor = 0;
    for (int i = 0; i < seconds; i++) {
      factor = sizing.next(second(events));
    }
    return factor;
  }

  @Test
  void shrinksStepByStepWhileTheOutputHolds() {
    assertThat(after(1, 1_000)).isEqualTo(230);
    assertThat(after(1, 1_000)).isEqualTo(207);
    assertThat(after(1, 960)).isEqualTo(187);
    assertThat(after(100, 1_000)).isOne();
  }

  @Test
  void growsALittleWhenTheOutputSags() {
    int held = after(20, 1_000);
    assertThat(after(1, 900)).isBetween(held + 1, held * 13 / 10);
  }

  @Test
  void goesBackToTheMaximumAfterASuddenDrop() {
    assertThat(after(20, 1_000)).isLessThan(50);
    assertThat(after(1, 400)).isEqualTo(256);
  }

  @Test
  void staysAtTheMaximumWhileNothingComes() {
    assertThat(after(100, 0)).isEqualTo(256);
  }

  @Test
  void growsWhileTheQueueDoesThoughTheOutputHolds() {
    int least = after(100, 1_000);
    int factor = least;
    for (int queued = 10; queued <= 100; queued += 10) {
      factor = sizing.next(second(1_000, Duration.ofMillis(1), queued));
    }
    assertThat(factor).isGreaterThan(least);
  }

  @Test
  void refusesBoundsThatHoldNothing() {
    assertThatThrownBy(() -> new ThroughputBatching(0, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("min = 0, max = 10");
    assertThatThrownBy(() -> new ThroughputBatching(10, 9))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void findsASmallFactorThatKeepsMostOfTheThroughputUnderOverload() {
    SimulatedService service = service(sizing);
    service.arrivals(4_600);
    service.run(60);
    assertThat(service.stage.batchLimit()).isBetween(10, 200);
    assertThat(service.throughputOver(60)).isGreaterThan(0.8 * 4_600);
  }
}
