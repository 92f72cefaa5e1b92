package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.control.QueueThresholdController;
import seda.kernel.control.SimulatedService;
import seda.kernel.simulation.Simulation;

class QueueThresholdAdmissionTest extends AdmissionContract {
  private static final long MILLISECOND = 1_000_000;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(3);

  private final Simulation simulation = new Simulation();
  private QueueThresholdAdmission admission;

  @Override
  AdmissionController<Object> policy() {
    admission = holding(Duration.ofSeconds(1), simulation);
    return admission;
  }

  private static QueueThresholdAdmission holding(Duration target, Simulation simulation) {
    return new QueueThresholdAdmission(
        new QueueThresholdController(QueueThresholdController.Settings.DEFAULT, target),
        Statistic.P90,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        RETRY_AFTER,
        simulation.graph().clock(),
        simulation.graph().timers());
  }

  @Override
  Outcome reason() {
    return Outcome.OVER_THRESHOLD;
  }

  private void completed(int events, long responseMillis) {
    for (int i = 0; i < events; i++) {
      admission.completed(ServiceClass.DEFAULT, 0, 0, responseMillis * MILLISECOND);
    }
  }

  @Test
  void letsNoMoreWaitThanTheControllerAllows() {
    assertThat(offer(99, 0).accepted()).isTrue();
    EnqueueResult refused = offer(100, 0);
    assertThat(refused.accepted()).isFalse();
    assertThat(refused.retryAfter()).isEqualTo(RETRY_AFTER);

    completed(100, 2_000);
    assertThat(admission.threshold()).isCloseTo(100 / 1.2, within(1e-9));
    assertThat(offer(82, 0).accepted()).isTrue();
    assertThat(offer(83, 0).accepted()).isFalse();
  }

  @Test
  void growsWhileNothingArrivesAndNothingWaits() {
    completed(100, 2_000);
    double cut = admission.threshold();
    simulation.run(Duration.ofSeconds(100));
    assertThat(admission.threshold()).isGreaterThan(cut);
  }

  @Test
  void controlsNothingOnceItIsClosed() {
    admission.close();
    simulation.run(Duration.ofSeconds(100));
    assertThat(admission.threshold()).isEqualTo(100);
  }

  @Test
  void answersTheSameBeforehand() {
    assertThat(admission.probe(ServiceClass.DEFAULT, new QueueStub(99, 0)).accepted()).isTrue();
    assertThat(admission.probe(ServiceClass.DEFAULT, new QueueStub(100, 0)).accepted()).isFalse();
  }

  @Test
  void aLowerClassTakesNoRoomFromAHigherOne() {
    QueueState lowOnes = new LowerClassWaits(500);
    ClassAdmission<Object> byClass =
        new ClassAdmission<>(
            List.of(
                holding(Duration.ofSeconds(1), simulation),
                holding(Duration.ofSeconds(1), simulation)));
    assertThat(byClass.admit("event", new ServiceClass("high", 0), 1, lowOnes).accepted()).isTrue();
    assertThat(byClass.admit("event", new ServiceClass("low", 1), 1, lowOnes).accepted()).isFalse();
  }

  /** A queue of events of the second class. */
  private record LowerClassWaits(int length) implements QueueState {
    @Override
    public int credits() {
      return length;
    }

    @Override
    public int creditsAhead(int rank) {
      return rank == 0 ? 0 : length;
    }

    @Override
    public int capacity() {
      return 1_000;
    }

    @Override
    public long nanos() {
      return 0;
    }
  }

  @Test
  void convergesUnderThreeTimesTheLoadThatTheStageCanCarry() {
    SimulatedService service = new SimulatedService(4, 4, Duration.ofMillis(100));
    service.stage.admission(holding(Duration.ofSeconds(1), service.simulation));
    service.arrivals(120);
    service.run(60);
    int over = 0;
    for (int window = 0; window < 60; window++) {
      over += service.responseOver(5) > 1 ? 1 : 0;
    }
    assertThat(over).as("windows over target, of 60").isLessThan(12);
    assertThat(service.throughputOver(300)).as("of 40/s").isGreaterThan(38);
  }
}
