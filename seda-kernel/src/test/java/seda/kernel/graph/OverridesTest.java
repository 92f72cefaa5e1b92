package seda.kernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.simulation.Simulation;

class OverridesTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final List<String> log = new ArrayList<>();

  private class Recorded implements Overrides {
    @Override
    public void check(StageGraph graph) {
      log.add("check");
    }

    @Override
    public boolean controls(WorkerPool pool) {
      return true;
    }

    @Override
    public boolean controls(Stage<?> stage) {
      return true;
    }

    @Override
    public Runnable putInForce(WorkerPool pool, StageGraph graph) {
      log.add("+" + pool.name());
      return () -> log.add("-" + pool.name());
    }

    @Override
    public Runnable putInForce(Stage<?> stage, StageGraph graph) {
      log.add("+" + stage.name());
      return () -> log.add("-" + stage.name());
    }
  }

  private Stage<String> stage(StageGraph graph, String name, ThreadDomain domain) {
    Stage<String> stage = graph.stage(StageConfig.named(name), domain);
    return stage.handledBy(EventHandler.each(event -> {}));
  }

  @Test
  void areInForceFromStartToStop() {
    StageGraph graph = new StageGraph(Clock.system(), new Recorded());
    stage(graph, "stage", graph.workerPool("pool", 1));

    graph.start();

    assertThat(log).containsExactly("check", "+stage", "+pool");
    log.clear();

    graph.stop(GRACE);

    assertThat(log).containsExactlyInAnyOrder("-stage", "-pool");
  }

  @Test
  void endWithTheStageAndThePoolWhileTheGraphGoesOn() {
    StageGraph graph = new StageGraph(Clock.system(), new Recorded());
    stage(graph, "stays", graph.workerPool("main", 1));
    graph.start();
    log.clear();

    WorkerPool pool = graph.workerPool("pool", 1);
    Stage<String> old = stage(graph, "stage", pool);
    graph.open(old);
    Stage<String> next = graph.successor(StageConfig.named("stage"), pool);
    graph.replace(old, next.handledBy(EventHandler.each(event -> {})), GRACE);
    graph.destroy(next, GRACE);

    assertThat(log).containsExactly("+pool", "+stage", "+stage", "-stage", "-stage", "-pool");
    graph.stop(GRACE);
  }

  @Test
  void areEndedIfTheStartFails() {
    StageGraph graph = new StageGraph(Clock.system(), new Recorded());
    WorkerPool pool = graph.workerPool("pool", 1);
    stage(graph, "stage", pool);
    graph.stage(StageConfig.named("without a handler"), pool);

    assertThatThrownBy(graph::start).hasMessageContaining("without a handler");

    assertThat(log)
        .containsExactlyInAnyOrder(
            "check", "+stage", "+without a handler", "-stage", "-without a handler");
  }

  @Test
  void goBeforeTheControllersOfTheCode() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph(new Recorded());
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, 9));
    Stage<String> stage = stage(graph, "stage", pool);
    graph.start();

    ControlLoops.size(graph, pool, observation -> 9, Duration.ofSeconds(1));
    ControlLoops.batch(graph, stage, observation -> 3, Duration.ofSeconds(1));
    simulation.run(Duration.ofSeconds(10));

    assertThat(pool.threads()).isEqualTo(1);
    assertThat(stage.batchLimit()).isEqualTo(StageConfig.DEFAULT_BATCH_SIZE);
  }
}
