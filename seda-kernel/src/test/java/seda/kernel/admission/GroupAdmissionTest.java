package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.EventHandler;
import seda.kernel.Reservation;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Groups that enter as a whole or not at all, on a stage whose thread is never free. */
class GroupAdmissionTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final List<String> HUNDRED = Collections.nCopies(100, "event");

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Stage<String> stage =
      graph.stage(
          StageConfig.named("stage").withBatchSize(1).withGuaranteedShare(0),
          graph.workerPool("pool", 1));

  GroupAdmissionTest() {
    stage.handledBy(EventHandler.each(event -> {}));
    stage.classifiedBy(event -> new ServiceClass(event, event.equals("low") ? 1 : 0));
    simulation.serviceTime(stage, event -> LONG.toNanos());
    graph.start();
    stage.enqueue("occupies the thread");
  }

  private int waiting() {
    return stage.snapshot().queue().length();
  }

  @Test
  void ofAHundredDoNotPassAThresholdOfTen() {
    stage.admission(new ThresholdAdmission(10, LONG));
    assertThat(stage.enqueueAll(HUNDRED).outcome()).isEqualTo(Outcome.OVER_THRESHOLD);
    assertThat(waiting()).isZero();
    assertThat(stage.enqueueAll(HUNDRED.subList(0, 10)).accepted()).isTrue();
    assertThat(waiting()).isEqualTo(10);
    assertThat(stage.snapshot().rejected()).isEqualTo(100);
  }

  @Test
  void burnNoTokenWhenTheyAreRefused() {
    stage.admission(new RateAdmission(new TokenBucket(1, 10, 0)));
    stage.enqueue("event");
    assertThat(stage.enqueueAll(HUNDRED).outcome()).isEqualTo(Outcome.OVER_RATE);
    assertThat(stage.enqueueAll(HUNDRED.subList(0, 9)).accepted()).isTrue();
    assertThat(stage.enqueue("event").accepted()).isFalse();
  }

  @Test
  void thatAreReservedCountAgainstTheThresholdOnce() {
    stage.admission(new ThresholdAdmission(10, LONG));
    Reservation reservation = stage.reserve(HUNDRED.subList(0, 6), LONG);
    assertThat(reservation.result().accepted()).isTrue();
    assertThat(stage.enqueueAll(HUNDRED.subList(0, 5)).accepted()).isFalse();
    assertThat(reservation.commit().accepted()).isTrue();
    assertThat(stage.enqueueAll(HUNDRED.subList(0, 4)).accepted()).isTrue();
    assertThat(waiting()).isEqualTo(10);
  }

  @Test
  void areJudgedByTheirLowestClass() {
    AdmissionController<Object> none =
        (event, serviceClass, credits, queue) ->
            new EnqueueResult(Outcome.NOT_ADMITTED, Duration.ZERO);
    stage.admission(new ClassAdmission<>(List.of(AdmissionController.always(), none)));
    assertThat(stage.enqueueAll(List.of("high", "high")).accepted()).isTrue();
    assertThat(stage.enqueueAll(List.of("high", "low")).accepted()).isFalse();
    assertThat(waiting()).isEqualTo(2);
  }
}
