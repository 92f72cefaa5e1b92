package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyBatchingTest extends BatchSizingContract {
  private final BatchSizing sizing = sizing();

  @Override
  BatchSizing sizing() {
    return new LatencyBatching(Duration.ofMillis(20));
  }

  private int after(int seconds, Duration each) {
    int batch = 0;
    for (int i = 0; i < seconds; i++) {
      batch = sizing.next(second(100, each, 0));
    }
    return batch;
  }

  @Test
  void fillsItsBudgetWithEvents() {
    assertThat(after(1, Duration.ofMillis(2))).isEqualTo(10);
  }

  @Test
  void followsTheServiceTime() {
    after(1, Duration.ofMillis(2));
    assertThat(after(1, Duration.ofMillis(4))).isBetween(6, 9);
    assertThat(after(20, Duration.ofMillis(4))).isEqualTo(5);
    assertThat(after(30, Duration.ofMillis(1))).isBetween(19, 20);
  }

  @Test
  void isNotThrownOffByAPauseOfTheMachine() {
    for (int i = 0; i < 20; i++) {
      sizing.next(second(4_000, Duration.ofNanos(200_000), 0));
    }
    assertThat(sizing.next(second(20, Duration.ofMillis(50), 0))).isGreaterThan(60);
    assertThat(after(20, Duration.ofMillis(50))).as("if it stays like that").isOne();
  }

  @Test
  void handlesEventsOneByOneThatTakeLongerThanItsBudget() {
    assertThat(after(1, Duration.ofSeconds(1))).isOne();
  }

  @Test
  void setsNoBoundBeforeItKnowsAnything() {
    assertThat(sizing.next(second(0))).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void keepsWhatItKnowsWhileNothingComes() {
    after(1, Duration.ofMillis(2));
    assertThat(sizing.next(second(0))).isEqualTo(10);
  }

  @Test
  void refusesABudgetOfNothing() {
    assertThatThrownBy(() -> new LatencyBatching(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }

  @Test
  void settlesWhereABatchTakesItsBudgetUnderOverload() {
    SimulatedService service = service(sizing);
    service.arrivals(6_000);
    service.run(30);
    // 2 ms + 90 · 200 µs = 20 ms
    assertThat(service.stage.batchLimit()).isBetween(86, 94);
    assertThat(service.throughputOver(30)).isBetween(4_400.0, 4_600.0);
  }
}
