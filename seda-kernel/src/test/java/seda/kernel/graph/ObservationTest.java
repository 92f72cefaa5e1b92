package seda.kernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.BatchObservation;
import seda.kernel.EventHandler;
import seda.kernel.PoolObservation;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.simulation.Simulation;

/** The observations passed to controllers, in virtual time. */
class ObservationTest {
  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool =
      graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, 8));
  private final Stage<Integer> stage =
      graph.stage(StageConfig.named("stage").withBatchSize(1), pool);

  ObservationTest() {
    stage.handledBy(EventHandler.each(event -> {}));
    graph.start();
  }

  private void offer(int events) {
    for (int i = 0; i < events; i++) {
      assertThat(stage.enqueue(i).accepted()).isTrue();
    }
  }

  @Test
  void aStagesRateIsOfTheIntervalDespiteOtherObservers() {
    graph.timers().every(Duration.ofMillis(10), () -> offer(1));
    List<BatchObservation> observations = new ArrayList<>();
    graph.timers().every(Duration.ofMillis(500), () -> observations.add(stage.observe()));
    simulation.run(graph.window().multipliedBy(3));

    assertThat(observations)
        .hasSize(30)
        .allSatisfy(o -> assertThat(o.rate()).isBetween(97.0, 103.0));
  }

  @Test
  void aStagesFirstObservationCountsFromItsDeclaration() {
    simulation.run(Duration.ofSeconds(7));
    Stage<Integer> late = graph.stage(StageConfig.named("late"), pool);
    late.handledBy(EventHandler.each(event -> {}));
    graph.open(late);
    simulation.run(Duration.ofSeconds(2));

    assertThat(late.observe().intervalNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  @Test
  void aBatchTakesItsOwnTimeAndThatOfItsEvents() {
    simulation.serviceTime(stage, 1_000_000, event -> 200_000);
    offer(3);
    simulation.run(Duration.ofSeconds(1));

    BatchObservation observation = stage.observe();
    assertThat(observation.batches()).isEqualTo(3);
    assertThat(observation.busyNanos()).isEqualTo(3 * 1_200_000);
  }

  @Test
  void aPoolReportsItsNewSizeWhileSurplusThreadsFinishTheirBatches() {
    simulation.serviceTime(stage, event -> Duration.ofSeconds(10).toNanos());
    pool.resize(4);
    offer(4);
    simulation.run(Duration.ofSeconds(1));
    pool.resize(2);
    simulation.run(Duration.ofSeconds(1));

    assertThat(pool.threads()).isEqualTo(4);
    PoolObservation observation = pool.observe();
    assertThat(observation.threads()).isEqualTo(2);
    assertThat(observation.meanBusy()).isEqualTo(4);
    simulation.run(Duration.ofSeconds(9));
    assertThat(pool.threads()).isEqualTo(2);
  }

  @Test
  void aPoolThatGrowsAgainBeforeSurplusThreadsHaveLeftKeepsThem() {
    simulation.serviceTime(stage, event -> Duration.ofSeconds(10).toNanos());
    pool.resize(4);
    offer(4);
    pool.resize(1);
    pool.resize(4);
    offer(4);
    simulation.run(Duration.ofSeconds(1));

    assertThat(pool.threads()).isEqualTo(4);
    assertThat(pool.observe().queued()).isEqualTo(4);
  }

  @Test
  void theLoadOfAStageHasTheWorkOfAllThatSharesItsThreads() {
    Stage<Integer> idle = graph.stage(StageConfig.named("idle"), pool);
    idle.handledBy(EventHandler.each(event -> {}));
    graph.open(idle);
    simulation.serviceTime(stage, event -> Duration.ofMillis(10).toNanos());
    offer(20);
    simulation.run(Duration.ofMillis(55));

    assertThat(stage.load().waiting()).isEqualTo(14);
    assertThat(idle.load().waiting()).isZero();
    assertThat(idle.load().workNanos()).isEqualTo(stage.load().workNanos());
    assertThat(idle.load().workNanos(0)).isCloseTo(140e6, within(14e6));
  }
}
