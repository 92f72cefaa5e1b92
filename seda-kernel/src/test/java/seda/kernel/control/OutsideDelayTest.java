package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.ServiceClass;
import seda.kernel.control.SimulatedMix.RequestType;
import seda.kernel.control.SimulatedMix.Tally;

/**
 * The delay outside the pool in the prediction of {@link DeadlineController}, in virtual time:
 * answers that wait for a processor, and pauses of the process.
 */
class OutsideDelayTest {
  private static final List<RequestType> TYPES =
      List.of(new RequestType("list", 2_000, 0.8, 200), new RequestType("show", 4_000, 0.2, 200));

  private static SimulatedMix mix(double load) {
    SimulatedMix mix = new SimulatedMix(TYPES, 1, false, 1);
    return mix.openLoop(load * mix.capacity(), ServiceClass.DEFAULT);
  }

  private static List<Tally> tallies(SimulatedMix mix) {
    return mix.windows().stream().flatMap(List::stream).flatMap(List::stream).toList();
  }

  private static double worstP90(SimulatedMix mix) {
    return tallies(mix).stream().mapToDouble(Tally::p90).max().orElseThrow();
  }

  private static double refusedShare(SimulatedMix mix) {
    int asked = tallies(mix).stream().mapToInt(tally -> tally.asked).sum();
    int admitted = tallies(mix).stream().mapToInt(tally -> tally.admitted).sum();
    return 1 - (double) admitted / asked;
  }

  @ParameterizedTest
  @ValueSource(doubles = {100, 130})
  void aLagOfTheProcessorsIsKeptWithinTheTarget(double lagMillis) {
    assertThat(worstP90(mix(2).answersWait(lagMillis, false).run(30)))
        .as("p90 by target if the lag is not seen")
        .isGreaterThan(1);
    SimulatedMix seen = mix(2).answersWait(lagMillis, true).run(30);
    assertThat(worstP90(seen)).isLessThanOrEqualTo(1);
    assertThat(seen.goodput()).isGreaterThan(0.95);
  }

  @Test
  void aLagWithinTheTargetRefusesNothingAtLowLoad() {
    SimulatedMix mix = mix(0.8).answersWait(40, true).run(60);
    assertThat(refusedShare(mix)).isLessThanOrEqualTo(0.005);
  }

  @Test
  void aPauseIsForgotten() {
    SimulatedMix mix = mix(0.8).run(10).pause(150).run(5);
    int refused = refused(mix);
    mix.run(25);
    assertThat(refused(mix)).as("refused later than 5 s after the pause").isEqualTo(refused);
  }

  private static int refused(SimulatedMix mix) {
    return tallies(mix).stream().mapToInt(tally -> tally.asked - tally.admitted).sum();
  }
}
