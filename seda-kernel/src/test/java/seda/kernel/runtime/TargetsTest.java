package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Uses of a stage's targets, and the warnings about a pool that ignores them. */
class TargetsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @RegisterExtension final Logged logged = new Logged(SharedPool.class);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();

  private WorkerPool pool(ServiceOrder order) {
    return graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(order));
  }

  private Stage<String> stage(String name, WorkerPool pool) {
    Stage<String> stage = graph.stage(StageConfig.named(name).withBatchSize(1), pool);
    simulation.serviceTime(stage, event -> Duration.ofMillis(100).toNanos());
    return stage.handledBy(EventHandler.each(event -> {}));
  }

  @Test
  void deadlineAdmissionFollowsTargetsThatAreSetLater() {
    Stage<String> stage = stage("s", pool(ServiceOrder.LEAST_SLACK));
    stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(1)));
    graph.start();
    assertThat(admitted(stage, 100)).isEqualTo(100); // no target

    simulation.run(Duration.ofMinutes(1));
    stage.targets(rank -> SECOND.toNanos());
    assertThat(admitted(stage, 100)).isBetween(5L, 12L);
  }

  private static long admitted(Stage<String> stage, int events) {
    long before = stage.snapshot().accepted();
    for (int i = 0; i < events; i++) {
      stage.enqueue("event");
    }
    return stage.snapshot().accepted() - before;
  }

  @Test
  void aTargetOnAPoolThatDoesNotServeByTargetsIsWarnedOfOnce() {
    WorkerPool pool = pool(ServiceOrder.FIFO);
    Stage<String> targeted = stage("targeted", pool);
    targeted.targets(rank -> SECOND.toNanos());
    Stage<String> later = stage("later", pool);
    graph.start();
    assertThat(logged.messages())
        .singleElement()
        .asString()
        .startsWith("stage=targeted domain=pool");

    targeted.targets(rank -> 2 * SECOND.toNanos());
    later.targets(rank -> SECOND.toNanos());
    later.targets(rank -> 2 * SECOND.toNanos());
    assertThat(logged.messages()).hasSize(2);
    assertThat(logged.messages().get(1))
        .startsWith("stage=later domain=pool")
        .contains("least-slack");
  }

  @Test
  void sharesThatAFifoPoolDoesNotKeepAreWarnedOfOnce() {
    WorkerPool pool = pool(ServiceOrder.FIFO);
    stage("a", pool).classifiedBy(event -> ServiceClass.DEFAULT);
    stage("b", pool).classifiedBy(event -> ServiceClass.DEFAULT);
    graph.start();
    assertThat(logged.messages()).singleElement().asString().contains("guaranteed shares");
  }

  @Test
  void aPoolThatKeepsBothIsNotWarnedOf() {
    WorkerPool pool = pool(ServiceOrder.LEAST_SLACK);
    stage("a", pool).classifiedBy(event -> ServiceClass.DEFAULT);
    stage("b", pool).targets(rank -> SECOND.toNanos());
    graph.start();
    assertThat(logged.messages()).isEmpty();
  }
}
