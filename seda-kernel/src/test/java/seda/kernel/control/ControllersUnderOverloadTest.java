package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.AdmissionController;
import seda.kernel.ServiceClass;
import seda.kernel.admission.QueueThresholdAdmission;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.admission.Statistic;
import seda.kernel.control.SimulatedMix.Policy;
import seda.kernel.control.SimulatedMix.Tally;

/**
 * The kernel's controllers under the same mix of request types, in an open loop in virtual time:
 * the deadline, none, and the papers' two with parameters that suit the mix. Windows of 5 s,
 * goodput within the target as a share of the capacity. Other published controllers are compared by
 * {@code arashi bench controllers}.
 */
class ControllersUnderOverloadTest {
  private static final int SECONDS = 35;

  /** The speed with which the paper's controller does best here; its own is 1. */
  private static final double SPEED = 10;

  private static final Policy NONE = (stage, graph, jitter) -> AdmissionController.always();

  private static final Policy THRESHOLD =
      (stage, graph, jitter) ->
          new QueueThresholdAdmission(
              new QueueThresholdController(
                  QueueThresholdController.Settings.DEFAULT, () -> stage.targets().nanos(0)),
              Statistic.MEAN,
              ResponseTimeAdmission.PAPER_SAMPLES,
              Duration.ofMillis(100),
              Duration.ofSeconds(1),
              graph.clock(),
              graph.timers());

  private static Policy aimd(int depth) {
    return (stage, graph, jitter) ->
        new ResponseTimeAdmission(
            new AimdController(
                AimdController.Settings.PAPER.forSpeed(SPEED), () -> stage.targets().nanos(0)),
            depth,
            ResponseTimeAdmission.PAPER_SAMPLES,
            Duration.ofMillis(100),
            graph.clock(),
            graph.timers());
  }

  private static SimulatedMix run(Policy policy, double load) {
    SimulatedMix mix =
        new SimulatedMix(RequestTypesUnderOverloadTest.SAME_TARGET, 1, false, 1, policy);
    return mix.openLoop(load * mix.capacity(), ServiceClass.DEFAULT).run(SECONDS);
  }

  private static List<Tally> tallies(SimulatedMix mix) {
    return mix.windows().stream().flatMap(List::stream).flatMap(List::stream).toList();
  }

  private static long sum(SimulatedMix mix, ToLongFunction<Tally> figure) {
    return tallies(mix).stream().mapToLong(figure).sum();
  }

  /** Share of the windows of a type whose 90th percentile exceeds the target. */
  private static double over(SimulatedMix mix) {
    return tallies(mix).stream().filter(tally -> tally.p90() > 1).count()
        / (double) tallies(mix).size();
  }

  private static double goodput(SimulatedMix mix) {
    long within = sum(mix, tally -> tally.times.size() - tally.late());
    return within / (5 * mix.windows().size() * mix.capacity());
  }

  private static double refused(SimulatedMix mix) {
    return 1 - (double) sum(mix, tally -> tally.admitted) / sum(mix, tally -> tally.asked);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.8, 1.5, 2, 10})
  void theDeadlineHoldsTheTargetInEachWindowAndServesTheCapacity(double load) {
    SimulatedMix mix = run(SimulatedMix.DEADLINE, load);
    assertThat(over(mix)).isZero();
    assertThat(goodput(mix)).isGreaterThanOrEqualTo(0.98 * Math.min(1, load));
    assertThat(refused(mix)).isLessThanOrEqualTo(load < 1 ? 0 : 1 - 0.98 / load);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 10})
  void withoutControlNothingIsInTime(double load) {
    SimulatedMix mix = run(NONE, load);
    assertThat(over(mix)).isEqualTo(1);
    assertThat(goodput(mix)).isLessThan(0.05);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 10})
  void thePapersRateSwingsAroundTheTarget(double load) {
    SimulatedMix mix = run(aimd(10), load);
    assertThat(over(mix)).isGreaterThan(0.05);
    assertThat(goodput(mix)).isLessThan(goodput(run(SimulatedMix.DEADLINE, load)) - 0.1);
  }

  @Test
  void theQueueThresholdLosesGoodputTheMoreArrives() {
    assertThat(goodput(run(THRESHOLD, 1.5))).isBetween(0.9, 1.0);
    assertThat(goodput(run(THRESHOLD, 10))).isLessThan(0.9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void atFourFifthsThePapersRateNeedsADeepBucket(int depth) {
    double refused = refused(run(aimd(depth), 0.8));
    if (depth == 1) {
      assertThat(refused).isGreaterThan(0.1);
    } else {
      assertThat(refused).isLessThan(0.01);
    }
  }
}
