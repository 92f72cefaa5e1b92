package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Three classes with a target of one second each; expected values follow the paper's formulas. */
class MulticlassAimdControllerTest {
  private static final long SECOND = 1_000_000_000;

  private final MulticlassAimdController controller =
      new MulticlassAimdController(AimdController.Settings.PAPER, List.of(SECOND, SECOND, SECOND));

  @Test
  void takesFromLowerClassesFirst() {
    controller.next(0, 1.4 * SECOND);
    assertThat(controller.rate(0)).isEqualTo(100);
    assertThat(controller.rate(1)).isCloseTo(10, within(1e-9));
    assertThat(controller.rate(2)).isCloseTo(10, within(1e-9));
  }

  @Test
  void cutsAClassOnceLowerOnesHaveLongHadNothingMoreToGive() {
    int cuts = 0;
    while (controller.rate(0) == 100) {
      controller.next(0, 2.0 * SECOND);
      cuts++;
    }
    // four cuts take the lower classes from 100/s to the least rate; patience adds 20
    assertThat(cuts).isEqualTo(4 + 21);
    assertThat(controller.rate(0)).isCloseTo(100 / 1.2, within(1e-9));
  }

  @Test
  void cutsTheLowestClassAtOnce() {
    controller.next(2, 1.4 * SECOND);
    assertThat(controller.rate(2)).isCloseTo(100 / 1.2, within(1e-9));
    assertThat(controller.rate(0)).isEqualTo(100);
  }

  @Test
  void letsNoLowerClassGrowWhileAHigherOneIsOver() {
    controller.next(1, 0.1 * SECOND);
    assertThat(controller.rate(1)).isGreaterThan(100);
    controller.next(0, 1.4 * SECOND);
    double before = controller.rate(1);
    controller.next(1, 0.1 * SECOND);
    assertThat(controller.rate(1)).isEqualTo(before);
  }

  @Test
  void saysWhyOfEachClass() {
    assertThat(controller.reason(0)).isEqualTo("no interval has ended yet");
    controller.next(2, 1.4 * SECOND);
    assertThat(controller.reason(2)).isEqualTo("over target 1.0 s: p90 1.4 s; rate 100/s → 83/s");

    controller.next(0, 1.4 * SECOND);
    assertThat(controller.reason(0))
        .isEqualTo("over target 1.0 s: p90 1.4 s; rate 100/s → 100/s, lower classes give way");
    assertThat(controller.reason(1))
        .isEqualTo("a higher class is over its target; rate 100/s → 10/s");

    controller.next(1, 0.1 * SECOND);
    assertThat(controller.reason(1))
        .isEqualTo(
            "well under target 1.0 s: p90 100 ms; rate 10/s → 10/s,"
                + " a higher class is over its target");
  }
}
