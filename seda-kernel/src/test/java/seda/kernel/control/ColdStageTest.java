package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.EventHandler;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** A stage whose first events take a hundred times longer than later ones, in virtual time. */
class ColdStageTest {
  private static final Duration TARGET = Duration.ofSeconds(1);
  private static final Duration WARM = Duration.ofMillis(3);
  private static final int EVENTS = 300;

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "4, 4", "4, 12"})
  void shedsNothingForWhatItTookColdAndRefusesNothingOnceItIsWarm(int threads, int coldEvents) {
    WorkerPoolConfig pool =
        WorkerPoolConfig.fixed("pool", threads).withOrder(ServiceOrder.LEAST_SLACK);
    Stage<Long> stage =
        graph.stage(
            StageConfig.named("cold").withTarget(TARGET).withBatchSize(1), graph.workerPool(pool));
    AtomicInteger begun = new AtomicInteger();
    simulation.serviceTime(
        stage, sent -> (begun.getAndIncrement() < coldEvents ? 100 : 1) * WARM.toNanos());
    stage.arrivedAt(sent -> sent).handledBy(EventHandler.each(sent -> {}));
    stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(1)));
    graph.start();
    for (int i = 0; i < EVENTS; i++) {
      simulation.after(Duration.ofMillis(10L * i), () -> stage.enqueue(simulation.clock().nanos()));
    }
    Duration cold = WARM.multipliedBy(100L * coldEvents / threads + 1);
    simulation.run(cold);
    StageSnapshot warm = stage.snapshot();
    simulation.run(Duration.ofSeconds(10));

    StageSnapshot end = stage.snapshot();
    assertThat(end.shed()).isZero();
    assertThat(end.rejected()).isEqualTo(warm.rejected());
  }
}
