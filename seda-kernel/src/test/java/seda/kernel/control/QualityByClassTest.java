package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * A stage of two classes on two threads, in virtual time. An event takes 10 ms in proportion to the
 * quality of its class, so the capacity is 200 events a second at full quality.
 */
class QualityByClassTest {
  private static final double LEAST = 0.1;
  private static final Duration FULL = Duration.ofMillis(10);
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final List<ServiceClass> CLASSES =
      List.of(new ServiceClass("high", 0), new ServiceClass("low", 1));

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final QualityController controller = new QualityController(LEAST);
  private final List<Double> high = new ArrayList<>();
  private final List<Double> low = new ArrayList<>();
  private Stage<Integer> stage;

  private void start(ServiceOrder order, double share) {
    stage =
        graph.stage(
            StageConfig.named("s")
                .withBatchSize(1)
                .withQueueCapacity(100_000)
                .withGuaranteedShare(share)
                .withTarget(Duration.ofSeconds(1)),
            graph.workerPool(WorkerPoolConfig.fixed("pool", 2).withOrder(order)));
    stage.classifiedBy(CLASSES::get).handledBy(EventHandler.each(event -> {}));
    simulation.serviceTime(stage, rank -> (long) (FULL.toNanos() * stage.quality().value(rank)));
    graph.timers().every(PERIOD, this::adjust);
    graph.start();
  }

  private void adjust() {
    controller.adjust(stage.load(), stage.targets(), stage.guaranteedShare(), PERIOD.toNanos());
    for (int rank = 0; rank < 2; rank++) {
      stage.quality().control(rank, controller.quality(rank));
    }
    high.add(controller.quality(0));
    low.add(controller.quality(1));
  }

  private void arrivals(int rank, int perSecond) {
    graph.timers().every(Duration.ofSeconds(1).dividedBy(perSecond), () -> stage.enqueue(rank));
  }

  @Test
  void aFloodOfTheLowClassLowersOnlyItsOwnQuality() {
    start(ServiceOrder.LEAST_SLACK, 0.05);
    arrivals(0, 50);
    arrivals(1, 600);
    simulation.run(Duration.ofSeconds(30));
    assertThat(high).containsOnly(1.0);
    assertThat(low).last().satisfies(quality -> assertThat(quality).isLessThan(0.5));
  }

  @Test
  void aFloodOfTheHighClassLowersTheLowOneToTheLeastFirst() {
    start(ServiceOrder.LEAST_SLACK, 0.05);
    arrivals(0, 400);
    arrivals(1, 20);
    simulation.run(Duration.ofSeconds(30));
    int lowFalls = (int) low.stream().takeWhile(quality -> quality == 1).count();
    int highFalls = (int) high.stream().takeWhile(quality -> quality == 1).count();
    assertThat(highFalls).as("it falls in the end").isLessThan(high.size());
    assertThat(lowFalls).isLessThanOrEqualTo(highFalls);
    for (int i = 0; i < high.size(); i++) {
      if (high.get(i) < 1) {
        assertThat(low.get(i)).isEqualTo(LEAST);
      }
    }
  }

  /** Without classes first, work of the low class waits ahead of the high one too. */
  @Test
  void inAPoolWithoutClassesTheLowClassDegradesFirstAsWell() {
    start(ServiceOrder.FIFO, 0);
    arrivals(0, 20);
    arrivals(1, 600);
    simulation.run(Duration.ofSeconds(30));
    assertThat(high).containsOnly(1.0);
    assertThat(low).last().satisfies(quality -> assertThat(quality).isLessThan(0.5));
  }

  @Test
  void bothRecoverOnceTheLoadIsGone() {
    start(ServiceOrder.LEAST_SLACK, 0.05);
    for (int i = 0; i < 400; i++) {
      stage.enqueue(0);
      stage.enqueue(1);
    }
    simulation.run(Duration.ofSeconds(1));
    assertThat(high).last().satisfies(quality -> assertThat(quality).isLessThan(1));
    simulation.run(Duration.ofSeconds(40));
    assertThat(high).last().isEqualTo(1.0);
    assertThat(low).last().isEqualTo(1.0);
  }
}
