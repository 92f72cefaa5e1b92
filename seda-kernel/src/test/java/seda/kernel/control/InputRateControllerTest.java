package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputRateControllerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final InputRateController controller =
      new InputRateController(1_000, Duration.ofMillis(500));

  @Test
  void pausesLongerWhileTooMuchIsRead() {
    Duration first = controller.next(2_000, 100, SECOND);
    Duration second = controller.next(2_000, 100, SECOND);
    assertThat(first).isPositive();
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void keepsThePauseThatHoldsTheTarget() {
    Duration pause = controller.next(2_000, 100, SECOND);
    assertThat(controller.next(1_000, 100, SECOND)).isEqualTo(pause);
  }

  @Test
  void makesNoPauseWhileLittleComes() {
    assertThat(controller.next(900, 100, SECOND)).isZero();
  }

  @Test
  void givesUpItsPauseWhenNothingComesAnyMore() {
    for (int i = 0; i < 100; i++) {
      controller.next(100_000, 10, SECOND);
    }
    Duration pause = Duration.ZERO;
    for (int i = 0; i < 5; i++) {
      pause = controller.next(0, 2, SECOND);
    }
    assertThat(pause).isZero();
  }

  @Test
  void neverPausesLongerThanAllowed() {
    for (int i = 0; i < 100; i++) {
      assertThat(controller.next(1_000_000, 1, SECOND)).isLessThanOrEqualTo(Duration.ofMillis(500));
    }
  }

  @Test
  void refusesATargetOfNothing() {
    assertThatThrownBy(() -> new InputRateController(0, SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.0/s");
  }

  /** A loop that reads for 100 µs, gets 1 to 20 packets, and pauses. */
  @ParameterizedTest
  @ValueSource(ints = {100, 1_000, 20_000})
  void holdsItsTargetInAReadLoop(int target) {
    SplittableRandom random = new SplittableRandom(1);
    InputRateController loop = new InputRateController(target, SECOND);
    double pause = 0;
    long settled = 0;
    for (int interval = 0; interval < 120; interval++) {
      long packets = 0;
      long reads = 0;
      for (double time = 0; time < 1; time += 100e-6 + pause) {
        packets += random.nextInt(1, 21);
        reads++;
      }
      pause = loop.next(packets, reads, SECOND).toNanos() / 1e9;
      settled += interval < 60 ? 0 : packets;
    }
    assertThat(settled / 60.0).isBetween(0.97 * target, 1.03 * target);
  }
}
