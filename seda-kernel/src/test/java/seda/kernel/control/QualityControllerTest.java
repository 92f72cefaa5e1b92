package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Two threads, a target of one second, 10 ms per event: sixty events may wait. */
class QualityControllerTest {
  private static final long SECOND = 1_000_000_000;
  private static final long TENTH = SECOND / 10;

  private final QualityController controller = new QualityController(0.1);

  private double next(int waiting, double serviceMillis) {
    return controller.next(waiting * serviceMillis * 1e6, 2, SECOND, TENTH);
  }

  @Test
  void staysWholeWhileWhatWaitsFitsItsPartOfTheTarget() {
    assertThat(next(60, 10)).isEqualTo(1);
  }

  @Test
  void fallsAtOnceToWhatFits() {
    assertThat(next(120, 10)).isEqualTo(0.5, within(1e-9));
    assertThat(next(600, 5)).isEqualTo(0.1, within(1e-9)); // 10 ms at full quality
  }

  @Test
  void risesByATenthASecondAtMost() {
    next(120, 10);
    for (int tenths = 1; tenths <= 50; tenths++) {
      assertThat(next(0, 5)).isEqualTo(0.5 + 0.01 * tenths, within(1e-9));
    }
    assertThat(next(0, 10)).isEqualTo(1);
  }

  @Test
  void isWholeWithoutATarget() {
    assertThat(controller.next(1e12, 2, 0, TENTH)).isEqualTo(1);
  }

  @Test
  void saysWhy() {
    assertThat(controller.reason()).isEqualTo("nothing waits");
    next(120, 10);
    assertThat(controller.reason())
        .isEqualTo("600 ms of work waits for a target of 1.0 s; quality 1.00 → 0.50");
  }

  @Test
  void refusesALeastQualityThatIsNone() {
    assertThatThrownBy(() -> new QualityController(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("least quality = 0");
  }
}
