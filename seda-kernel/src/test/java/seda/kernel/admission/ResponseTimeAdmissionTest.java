package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.ServiceClass;
import seda.kernel.Timers;
import seda.kernel.control.AimdController;
import seda.kernel.control.SimulatedService;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

class ResponseTimeAdmissionTest extends AdmissionContract {
  private static final long MILLISECOND = 1_000_000;

  private final Simulation simulation = new Simulation();
  private ResponseTimeAdmission admission;

  private static ResponseTimeAdmission holding(Duration target, StageGraph graph) {
    return new ResponseTimeAdmission(
        new AimdController(AimdController.Settings.PAPER, target),
        1,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        graph.clock(),
        graph.timers());
  }

  @Override
  AdmissionController<Object> policy() {
    return holding(Duration.ofSeconds(1));
  }

  private ResponseTimeAdmission holding(Duration target) {
    admission = holding(target, simulation.graph());
    return admission;
  }

  @Override
  Outcome reason() {
    return Outcome.OVER_RATE;
  }

  private void completed(int events, long responseMillis) {
    for (int i = 0; i < events; i++) {
      admission.completed(ServiceClass.DEFAULT, 0, 0, responseMillis * MILLISECOND);
    }
  }

  private void run(double seconds) {
    simulation.run(Duration.ofMillis((long) (seconds * 1_000)));
  }

  @Test
  void controlsTheRateAfterSoManyCompletions() {
    completed(99, 2_000);
    assertThat(admission.rate()).isEqualTo(100);
    completed(1, 2_000);
    assertThat(admission.rate()).isCloseTo(100 / 1.2, within(1e-9));
  }

  @Test
  void controlsTheRateAfterATimeoutIfFewerCompleted() {
    completed(3, 2_000);
    run(0.999);
    assertThat(admission.rate()).isEqualTo(100);
    run(0.001);
    assertThat(admission.rate()).isCloseTo(100 / 1.2, within(1e-9));
  }

  @Test
  void countsTheTimeoutFromTheLastTimeItControlled() {
    run(0.6);
    completed(100, 2_000);
    run(0.999);
    assertThat(admission.rate()).isCloseTo(100 / 1.2, within(1e-9));
    completed(1, 2_000);
    run(0.001);
    assertThat(admission.rate()).isCloseTo(100 / 1.44, within(1e-9));
  }

  @Test
  void judgesByThe90thPercentile() {
    for (boolean over : new boolean[] {true, false}) {
      holding(Duration.ofNanos((over ? 895 : 905) * MILLISECOND / 10));
      for (int millis = 1; millis <= 100; millis++) {
        completed(1, millis);
      }
      assertThat(admission.rate() < 100).isEqualTo(over);
    }
  }

  @Test
  void recoversFromTheLowestRateThoughNothingArrives() {
    for (int i = 0; i < 50; i++) {
      completed(100, 20_000);
    }
    assertThat(admission.rate()).isEqualTo(0.05);
    run(70);
    assertThat(admission.rate()).isGreaterThan(90);
  }

  @Test
  void doesNotTakeAStageThatIsStuckForOneThatRests() {
    for (int i = 0; i < 100; i++) {
      offer(5, simulation.clock().nanos());
      run(0.5);
    }
    assertThat(admission.rate()).isEqualTo(100);
  }

  @Test
  void controlsNothingOnceItIsClosed() {
    run(10);
    double before = admission.rate();
    admission.close();
    run(100);
    assertThat(admission.rate()).isEqualTo(before);
  }

  @Test
  void startsNoTimerFromOneThatFiresWhileItIsClosed() {
    List<Runnable> started = new ArrayList<>();
    admission =
        new ResponseTimeAdmission(
            new AimdController(AimdController.Settings.PAPER, Duration.ofSeconds(1)),
            1,
            100,
            Duration.ofSeconds(1),
            simulation.clock(),
            tooLateToCancel(started));
    admission.close();
    started.remove(0).run();
    assertThat(started).isEmpty();
  }

  private static Timers tooLateToCancel(List<Runnable> started) {
    return new Timers() {
      @Override
      public Handle after(Duration delay, Runnable action) {
        started.add(action);
        return () -> false;
      }

      @Override
      public Handle every(Duration period, Runnable action) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Handle at(Instant moment, Runnable action) {
        throw new UnsupportedOperationException();
      }
    };
  }

  @Test
  void convergesUnderThreeTimesTheLoadThatTheStageCanCarry() {
    SimulatedService service = new SimulatedService(4, 4, Duration.ofMillis(100));
    service.stage.admission(holding(Duration.ofSeconds(1), service.graph));
    service.arrivals(120);
    service.run(120);
    int over = 0;
    for (int window = 0; window < 60; window++) {
      over += service.responseOver(5) > 1 ? 1 : 0;
    }
    assertThat(over).as("windows over target, of 60").isLessThan(30);
    assertThat(service.responseOver(300)).isLessThan(1.5);
    assertThat(service.throughputOver(300)).as("of 40/s").isGreaterThan(30);
  }

  @Test
  void cutsAndRecoversWhenTheBackendSlowsDownForAWhile() {
    SimulatedService service = new SimulatedService(4, 4, Duration.ofMillis(100));
    service.stage.admission(holding(Duration.ofSeconds(1), service.graph));
    service.arrivals(30);
    service.run(300);
    double before = service.throughputOver(60);
    assertThat(before).isGreaterThan(25);
    service.backend(0.4, 1); // ten times slower
    service.run(120);
    assertThat(service.throughputOver(60)).isLessThan(5);
    service.backend(4, 1);
    service.run(120);
    assertThat(service.throughputOver(60)).isGreaterThan(0.8 * before);
  }
}
