package seda.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.Timers;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.graph.StageGraph;

class SimulationTest {

  @Test
  void theSameProgramGivesTheSameEventsInTheSameOrder() {
    List<String> once = program(7);

    assertThat(program(7)).isEqualTo(once);
    assertThat(program(8)).isNotEqualTo(once);
    assertThat(once).hasSizeGreaterThan(1_000);
  }

  /**
   * Random arrivals, two stages on one pool, a pool-size controller: returns the log of all events.
   */
  private static List<String> program(long seed) {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    Random random = new Random(seed);
    List<String> log = new ArrayList<>();
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, 8));
    Stage<Integer> first = graph.stage(StageConfig.named("first").withBatchSize(4), pool);
    Stage<Integer> second = graph.stage(StageConfig.named("second").withQueueCapacity(20), pool);
    simulation.serviceTime(first, event -> 1_000L * (1 + event % 5_000));
    simulation.serviceTime(second, event -> 3_000_000);
    first.handledBy(
        EventHandler.each(
            event -> log.add(simulation.now() + " " + event + second.enqueue(event).outcome())));
    second.handledBy(EventHandler.each(event -> log.add(simulation.now() + " " + event)));
    graph.start();
    ControlLoops.size(graph, pool, new QueueThresholdSizing(10, 8), Duration.ofMillis(50));
    graph.timers().every(Duration.ofMillis(1), () -> first.enqueue(random.nextInt(10_000)));
    simulation.run(Duration.ofSeconds(2));
    log.add(pool.threads() + " threads");
    return log;
  }

  @Test
  void aWorkerTakesTheServiceTimeOfItsBatch() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    List<Duration> ends = new ArrayList<>();
    Stage<Integer> stage =
        graph.stage(StageConfig.named("s").withBatchSize(2), graph.workerPool("pool", 2));
    simulation.serviceTime(stage, event -> Duration.ofSeconds(event).toNanos());
    stage.handledBy(EventHandler.each(event -> ends.add(simulation.now())));
    graph.start();
    List.of(3, 1, 1, 2).forEach(stage::enqueue);
    simulation.run(Duration.ofHours(1));

    // the first two start at once, one per worker; the other two form one batch
    assertThat(ends).extracting(Duration::toSeconds).containsExactly(1L, 3L, 4L, 4L);
    assertThat(simulation.now()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void timersFireInOrderAndPeriodsCanBeCancelled() {
    Simulation simulation = new Simulation();
    Timers timers = simulation.graph().timers();
    List<String> fired = new ArrayList<>();
    Timers.Handle period =
        timers.every(
            Duration.ofMillis(10), () -> fired.add("every " + simulation.now().toMillis()));
    timers.after(Duration.ofMillis(20), () -> fired.add("after"));
    timers.after(Duration.ofMillis(25), period::cancel);
    simulation.run(Duration.ofSeconds(1));

    assertThat(fired).containsExactly("every 10", "after", "every 20");
    assertThat(period.cancel()).isFalse();
  }

  @Test
  void workersThatArePlannedOutAndKeptAfterAllAreNotCountedIdle() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, 2));
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(1), pool);
    simulation.serviceTime(stage, event -> Duration.ofHours(1).toNanos());
    stage.handledBy(EventHandler.each(event -> {}));
    graph.start();
    pool.resize(2);
    stage.enqueue(1);
    stage.enqueue(2);
    pool.resize(1);
    pool.resize(2);
    simulation.run(Duration.ofMinutes(1));

    assertThat(pool.observe().idleLong()).isZero();
  }

  @Test
  void hasNoProcessors() {
    StageGraph graph = new Simulation().graph();
    assertThatThrownBy(() -> graph.processors(ProcessorsConfig.named("p"), IoSource::none))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
