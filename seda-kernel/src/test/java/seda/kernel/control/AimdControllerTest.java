package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The expected values are calculated by hand from the paper's formulas. */
class AimdControllerTest {
  private static final double SECOND = 1e9;

  private final AimdController controller =
      new AimdController(AimdController.Settings.PAPER, Duration.ofSeconds(1));

  @Test
  void beginsAtTheInitialRate() {
    assertThat(controller.rate()).isEqualTo(100);
  }

  @Test
  void dividesTheRateWhenOverTheTarget() {
    assertThat(controller.next(1.01 * SECOND)).isCloseTo(100 / 1.2, within(1e-9));
    assertThat(controller.next(5 * SECOND)).isCloseTo(100 / 1.44, within(1e-9));
  }

  @Test
  void addsToTheRateWhenWellUnderTheTarget() {
    // err = −0.8, so − (−0.8 + 0.1) · 2
    assertThat(controller.next(0.2 * SECOND)).isCloseTo(101.4, within(1e-9));
  }

  @Test
  void leavesTheRateAloneNearTheTarget() {
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
  void aFasterServiceHasItsRatesMultipliedAndItsErrorsAsTheyAre() {
    AimdController fast =
        new AimdController(AimdController.Settings.PAPER.forSpeed(40), Duration.ofSeconds(1));

    assertThat(fast.rate()).isEqualTo(4_000);
    assertThat(fast.next(0.2 * SECOND)).isCloseTo(4_056, within(1e-9));
    assertThat(fast.next(5 * SECOND)).isCloseTo(4_056 / 1.2, within(1e-9));
  }

  @Test
  void staysWithinTheBoundsOfTheRate() {
    for (int i = 0; i < 200; i++) {
      controller.next(100 * SECOND);
    }
    assertThat(controller.rate()).isEqualTo(0.05);
    for (int i = 0; i < 5_000; i++) {
      controller.next(0);
    }
    assertThat(controller.rate()).isEqualTo(5_000);
  }

  @Test
  void saysWhy() {
    controller.next(2 * SECOND);
    assertThat(controller.reason()).isEqualTo("over target 1.0 s: p90 2.0 s; rate 100/s → 83/s");
  }
}
