package arashi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import arashi.store.Housekeeping.Next;
import arashi.store.database.TestOutages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.EventHandler;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Housekeeping on the requests' pool, in virtual time. */
class HousekeepingStageTest {
  private static final Duration SERVICE = Duration.ofMillis(10);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final List<String> order = new ArrayList<>();

  @Test
  void givesWayToRequestsThatWait() {
    WorkerPool pool =
        graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(ServiceOrder.LEAST_SLACK));
    StageConfig config = StageConfig.named("requests").withTarget(Duration.ofSeconds(1));
    Stage<String> requests = graph.stage(config.withBatchSize(1), pool);
    requests.handledBy(EventHandler.each(order::add));
    HousekeepingStage.declare(graph, pool, () -> step(Next.SOON));
    simulation.serviceTime(requests, request -> SERVICE.toNanos());
    simulation.serviceTime(
        graph.find(HousekeepingStage.NAME).orElseThrow(), step -> SERVICE.toNanos());
    graph.start();
    simulation.run(Duration.ofMinutes(1)); // warms up the service-time estimate
    assertThat(order).hasSizeGreaterThan(20);
    order.clear();

    for (int i = 0; i < 400; i++) { // 4 s of work; a step is due every 2 s
      requests.enqueue("request");
    }
    simulation.run(Duration.ofSeconds(4));
    double part = order.stream().filter("step"::equals).count() / (double) order.size();
    assertThat(order.subList(0, 50)).containsOnly("request");
    assertThat(part).isLessThanOrEqualTo(HousekeepingStage.GUARANTEED_SHARE);
  }

  private Next step(Next next) {
    order.add("step");
    return next;
  }

  @ParameterizedTest
  @CsvSource({"SOON, 29", "LATER, 1"})
  void pausesAsLongAsTheStepSays(Next next, int stepsOfMinute) {
    HousekeepingStage.declare(
        graph, graph.workerPool(WorkerPoolConfig.fixed("pool", 1)), () -> step(next));
    graph.start();
    simulation.run(Duration.ofMinutes(1));
    assertThat(order.size()).isCloseTo(stepsOfMinute, withPercentage(30));
  }

  @Test
  void goesOnSoonAfterAnOutage() {
    HousekeepingStage.declare(
        graph,
        graph.workerPool(WorkerPoolConfig.fixed("pool", 1)),
        () -> {
          order.add("step");
          throw TestOutages.unreachable();
        });
    graph.start();
    simulation.run(Duration.ofMinutes(1));
    assertThat(order).hasSizeBetween(20, 30);
  }
}
