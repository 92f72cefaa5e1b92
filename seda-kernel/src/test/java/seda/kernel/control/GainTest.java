package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GainTest {
  private static final long SECOND = 1_000_000_000L;

  private final Gain gain = new Gain();
  private long now;

  /** A window of a second with answers that take a multiple of the target. */
  private void window(int answers, double ofTarget) {
    for (int i = 0; i < answers; i++) {
      gain.completed((long) (ofTarget * SECOND));
    }
    now += SECOND;
    gain.endIfDue(SECOND, SECOND, now);
  }

  @Test
  void tightensIfTheAnswersOfAWindowComeTooCloseToTheTarget() {
    window(100, 0.84);
    assertThat(gain.value()).isEqualTo(1);
    window(100, 0.935);
    assertThat(gain.value()).isCloseTo(0.85 / 0.935, within(1e-9));
    assertThat(gain.p90()).isEqualTo(0.935 * SECOND);
  }

  @Test
  void tightensByAFifthAWindowAndToAHalf() {
    window(100, 20);
    assertThat(gain.value()).isCloseTo(1 / 1.2, within(1e-9));
    for (int i = 0; i < 10; i++) {
      window(100, 20);
    }
    assertThat(gain.value()).isEqualTo(0.5);
  }

  @Test
  void fewAnswersTellNothingUntilThereAreTwenty() {
    window(19, 5);
    assertThat(gain.value()).isEqualTo(1);
    window(1, 5);
    assertThat(gain.value()).isLessThan(1);
  }

  @Test
  void relaxesByTimeWithoutAnswers() {
    window(100, 20);
    double before = gain.value();
    window(0, 0);
    assertThat(gain.value()).isCloseTo(1.05 * before, within(1e-9));
    assertThat(Gain.relaxed(0.5, 15 * SECOND, SECOND)).isEqualTo(1);
    assertThat(Gain.relaxed(0.5, 15 * SECOND, 5 * SECOND)).isCloseTo(0.5788, within(1e-4));
  }

  @Test
  void samplesAllOfALongWindowAlike() {
    for (int i = 0; i < 100_000; i++) {
      gain.completed(i < 85_000 ? 1 : 2 * SECOND); // the last 15 % are late
    }
    window(0, 0);
    assertThat(gain.p90()).isEqualTo(2 * SECOND);

    for (int i = 0; i < 100_000; i++) {
      gain.completed(i < 95_000 ? 1 : 2 * SECOND);
    }
    window(0, 0);
    assertThat(gain.p90()).isEqualTo(1);
  }
}
