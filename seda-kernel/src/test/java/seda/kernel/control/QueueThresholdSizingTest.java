package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import seda.kernel.PoolObservation;

class QueueThresholdSizingTest extends PoolSizingContract {
  private final PoolSizing sizing = sizing();

  @Override
  PoolSizing sizing() {
    return new QueueThresholdSizing(100, 20);
  }

  @Test
  void addsAThreadWhenTheQueueIsAtItsThreshold() {
    assertThat(sizing.next(second(4, 99, 10, 4))).isEqualTo(4);
    assertThat(sizing.next(second(4, 100, 10, 4))).isEqualTo(5);
    assertThat(sizing.next(second(5, 10_000, 10, 5))).isEqualTo(6);
  }

  @Test
  void addsNoneBeyondItsMaximum() {
    assertThat(sizing.next(second(20, 10_000, 10, 20))).isEqualTo(20);
  }

  @Test
  void leavesAPoolThatIsGreaterAlreadyAsItIs() {
    assertThat(sizing.next(second(30, 10_000, 10, 30))).isEqualTo(30);
  }

  @Test
  void dismissesLongIdleThreads() {
    assertThat(sizing.next(new PoolObservation(0, 1_000_000_000, 8, 0, 10, 2, 3))).isEqualTo(5);
  }

  @Test
  void dismissesNoneWhileTheQueueIsLong() {
    assertThat(sizing.next(new PoolObservation(0, 1_000_000_000, 8, 100, 10, 2, 3))).isEqualTo(9);
  }

  @Test
  void refusesAThresholdOfNothing() {
    assertThatThrownBy(() -> new QueueThresholdSizing(0, 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threshold = 0");
  }

  @Test
  void followsABurstByAThreadAPeriodAndShrinksAfterIt() {
    SimulatedService service = new SimulatedService(1, 100, Duration.ofMillis(50));
    ControlLoops.size(service.graph, service.pool, sizing, Duration.ofSeconds(2));
    service.arrivals(1_000);
    service.run(12.5);
    assertThat(service.pool.threads()).isEqualTo(7);
    service.run(60);
    assertThat(service.pool.threads()).isEqualTo(20);
    service.arrivals(10);
    while (service.queued() > 0) {
      service.run(1);
    }
    service.run(30);
    assertThat(service.pool.threads()).isLessThanOrEqualTo(4);
  }
}
