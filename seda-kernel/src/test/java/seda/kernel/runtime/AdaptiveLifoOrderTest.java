package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

class AdaptiveLifoOrderTest {

  @Nested
  class WhileQueuesBecomeEmpty extends ServiceOrderContract {
    @Override
    ServiceOrder order() {
      return ServiceOrder.adaptiveLifo(Duration.ofHours(1));
    }

    @Override
    List<String> ofTwoStages() {
      return List.of("a1", "b1", "b2", "a2", "b3");
    }
  }

  @Nested
  class WhileQueuesStand extends ServiceOrderContract {
    @Override
    ServiceOrder order() {
      return ServiceOrder.adaptiveLifo(Duration.ZERO);
    }

    @Override
    List<String> ofTwoStages() {
      return List.of("b3", "a2", "b2", "b1", "a1");
    }
  }

  /** Ten events of 10 ms at once: the first wait for less than the delay, then the newest leave. */
  @Test
  void turnsWhenTheQueuesHaveStoodForTheDelayAndTurnsBackWhenTheyAreEmpty() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    ServiceOrder order = ServiceOrder.adaptiveLifo(Duration.ofMillis(45));
    List<Integer> served = new ArrayList<>();
    Stage<Integer> stage =
        graph.stage(
            StageConfig.named("s").withBatchSize(1),
            graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(order)));
    stage.handledBy(EventHandler.each(served::add));
    simulation.serviceTime(stage, event -> Duration.ofMillis(10).toNanos());
    graph.start();
    for (int i = 0; i < 10; i++) {
      stage.enqueue(i);
    }
    simulation.run(Duration.ofSeconds(1));
    assertThat(served).containsExactly(0, 1, 2, 3, 4, 9, 8, 7, 6, 5);

    served.clear();
    for (int i = 0; i < 4; i++) {
      stage.enqueue(i);
    }
    simulation.run(Duration.ofSeconds(1));
    assertThat(served).as("after the queues were empty").containsExactly(0, 1, 2, 3);
  }

  @Test
  void refusesANegativeDelay() {
    Duration negative = Duration.ofMillis(-1);
    assertThatThrownBy(() -> ServiceOrder.adaptiveLifo(negative))
        .hasMessage("lifo-after = PT-0.001S, must not be negative");
  }
}
