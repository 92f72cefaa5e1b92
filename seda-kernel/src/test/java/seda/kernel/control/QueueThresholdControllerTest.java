package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QueueThresholdControllerTest {
  private static final double SECOND = 1e9;

  private final QueueThresholdController controller =
      new QueueThresholdController(
          QueueThresholdController.Settings.DEFAULT, Duration.ofSeconds(1));

  @Test
  void beginsAtTheInitialThreshold() {
    assertThat(controller.threshold()).isEqualTo(100);
  }

  @Test
  void dividesTheThresholdWhenOverTheTarget() {
    assertThat(controller.next(1.01 * SECOND)).isCloseTo(100 / 1.2, within(1e-9));
    assertThat(controller.next(5 * SECOND)).isCloseTo(100 / 1.44, within(1e-9));
  }

  @Test
  void addsTheSameHoweverFarItIsUnderTheTarget() {
    assertThat(controller.next(0.4 * SECOND)).isEqualTo(101);
    assertThat(controller.next(0)).isEqualTo(102);
  }

  @Test
  void leavesTheThresholdAloneNearTheTarget() {
    assertThat(controller.next(1.0 * SECOND)).isEqualTo(100);
    assertThat(controller.next(0.5 * SECOND)).isEqualTo(100);
  }

  @Test
  void smoothsWhatItSees() {
    controller.next(0.6 * SECOND);
    // 0.7 · 0.6 + 0.3 · 1.9 = 0.99: not over the target yet
    assertThat(controller.next(1.9 * SECOND)).isEqualTo(100);
    // 0.7 · 0.99 + 0.3 · 1.9 = 1.263
    assertThat(controller.next(1.9 * SECOND)).isCloseTo(100 / 1.2, within(1e-9));
  }

  @Test
  void staysWithinItsBounds() {
    for (int i = 0; i < 50; i++) {
      controller.next(9 * SECOND);
    }
    assertThat(controller.threshold()).isEqualTo(1);
    for (int i = 0; i < 20_000; i++) {
      controller.next(0);
    }
    assertThat(controller.threshold()).isEqualTo(10_000);
  }

  @Test
  void saysWhy() {
    assertThat(controller.reason()).isEqualTo("no interval has ended yet");
    controller.next(1.4 * SECOND);
    assertThat(controller.reason())
        .isEqualTo("over target 1.0 s: measured 1.4 s; queue threshold 100 → 83");
  }
}
