package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.StageLoad;

/** Two threads, a target of one second, 10 ms per event: sixty events may wait. */
class QualityControllerTest {
  private static final long SECOND = 1_000_000_000;
  private static final long TENTH = SECOND / 10;

  private final QualityController controller = new QualityController(0.1);

  private double next(int waiting, double serviceMillis) {
    adjust(List.of(waiting * serviceMillis * 1e6), true, 0);
    return controller.quality(0);
  }

  private void adjust(List<Double> workNanos, boolean classesFirst, double share) {
    controller.adjust(new StageLoad(0, workNanos, classesFirst, 2), rank -> SECOND, share, TENTH);
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
    controller.adjust(new StageLoad(0, List.of(1e12), true, 2), rank -> 0, 0, TENTH);
    assertThat(controller.quality(0)).isEqualTo(1);
  }

  @Test
  void saysWhy() {
    assertThat(controller.reason(0)).isEqualTo("nothing waits");
    next(120, 10);
    assertThat(controller.reason(0))
        .isEqualTo("600 ms of work waits for a target of 1.0 s; quality 1.00 → 0.50");
  }

  @Test
  void theWorkOfALowerClassDoesNotCountAgainstAHigherOne() {
    adjust(List.of(0.6e9, 1e12), true, 0);
    assertThat(controller.quality(0)).isEqualTo(1);
    assertThat(controller.quality(1)).isEqualTo(0.1);
  }

  @Test
  void theWorkOfAHigherClassIsAheadOfALowerOne() {
    adjust(List.of(0.4e9, 0.4e9), true, 0);
    assertThat(controller.quality(0)).isEqualTo(1);
    assertThat(controller.quality(1)).as("0.2 of 0.4 s fit").isEqualTo(0.5, within(1e-9));
  }

  @Test
  void aHigherClassFallsOnlyOnceTheLowerOneIsAtTheLeast() {
    controller.adjust(
        new StageLoad(0, List.of(1.2e9, 0.001e9), true, 2),
        rank -> rank == 0 ? SECOND : 100 * SECOND,
        0,
        TENTH);
    assertThat(controller.quality(0)).isEqualTo(0.5, within(1e-9));
    assertThat(controller.quality(1)).as("although its own target is far").isEqualTo(0.1);
    assertThat(controller.reason(1)).isEqualTo("a higher class is degraded");
  }

  @Test
  void theGuaranteedShareOfALowerClassTakesRoomFromAHigherOne() {
    adjust(List.of(0.6e9, 1e9), true, 0.25);
    assertThat(controller.quality(0)).isEqualTo(0.75, within(1e-9));
  }

  @Test
  void withoutClassesFirstTheWorkOfALowerClassCountsAsReduced() {
    adjust(List.of(0.4e9, 1e9), false, 0);
    assertThat(controller.quality(0)).as("0.4 and a tenth of 1 s fit").isEqualTo(1);
    assertThat(controller.quality(1)).isEqualTo(0.2, within(1e-9));

    adjust(List.of(0.4e9, 20e9), false, 0);
    assertThat(controller.quality(0)).isEqualTo(0.1);
  }

  @Test
  void refusesAnInvalidLeastQuality() {
    assertThatThrownBy(() -> new QualityController(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("least quality = 0");
  }
}
