package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.EnqueueResult;
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

/** Background work on a pool with interactive work, in virtual time. */
class BackgroundTest {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final Duration SERVICE = Duration.ofMillis(10);
  private static final Duration TARGET = Duration.ofMillis(200);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final List<String> order = new ArrayList<>();
  private final List<Long> responses = new ArrayList<>();
  private WorkerPool pool;
  private Stage<Long> requests;
  private Stage<String> sweep;

  private void declare(ServiceOrder serviceOrder, int threads, double share) {
    pool = graph.workerPool(WorkerPoolConfig.fixed("pool", threads).withOrder(serviceOrder));
    requests =
        graph.stage(
            StageConfig.named("requests")
                .withBatchSize(1)
                .withQueueCapacity(100_000)
                .withTarget(TARGET),
            pool);
    requests.handledBy(
        EventHandler.each(
            arrived -> {
              order.add("request");
              responses.add(simulation.clock().nanos() - arrived);
            }));
    simulation.serviceTime(requests, event -> SERVICE.toNanos());
    sweep =
        graph.stage(
            StageConfig.named("sweep")
                .withBatchSize(1)
                .withQueueCapacity(100_000)
                .withGuaranteedShare(share),
            pool);
    sweep.background().handledBy(EventHandler.each(order::add));
    simulation.serviceTime(sweep, event -> STEP.toNanos());
  }

  private void request(int events) {
    for (int i = 0; i < events; i++) {
      requests.enqueue(simulation.clock().nanos());
    }
  }

  private void sweep(int events) {
    for (int i = 0; i < events; i++) {
      assertThat(sweep.enqueue("step").accepted()).isTrue();
    }
  }

  /** Sends a request every {@code period}. */
  private void requestEvery(Duration period) {
    graph.timers().every(period, () -> request(1));
  }

  private long steps() {
    return sweep.snapshot().completed();
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void isServedOnlyWhenNothingElseWaits(ServiceOrder serviceOrder) {
    declare(serviceOrder, 1, 0);
    graph.start();
    sweep(5); // the first runs at once
    simulation.run(Duration.ofMillis(1));
    request(3);
    simulation.run(Duration.ofSeconds(1));
    assertThat(order)
        .containsExactly("step", "request", "request", "request", "step", "step", "step", "step");
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void withoutAShareWaitsAsLongAsThereIsOtherWork(ServiceOrder serviceOrder) {
    declare(serviceOrder, 2, 0);
    graph.start();
    request(10);
    sweep(10);
    requestEvery(Duration.ofMillis(4));
    simulation.run(Duration.ofMinutes(1));
    assertThat(steps()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void hasItsShareOfTheThreadsWhileThereIsOtherWork(ServiceOrder serviceOrder) {
    declare(serviceOrder, 2, 0.05);
    graph.start();
    request(10);
    sweep(1000);
    requestEvery(Duration.ofMillis(4));
    simulation.run(Duration.ofMinutes(1));
    double part = (double) steps() * STEP.toNanos() / (2 * Duration.ofMinutes(1).toNanos());
    assertThat(part).isCloseTo(0.05, within(0.01));
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void anEventWaitsForOneStepAtMost(ServiceOrder serviceOrder) {
    declare(serviceOrder, 1, 0);
    graph.start();
    sweep(10_000);
    requestEvery(Duration.ofMillis(35));
    simulation.run(Duration.ofMinutes(1));
    assertThat(responses)
        .hasSizeGreaterThan(1_000)
        .allSatisfy(nanos -> assertThat(nanos).isLessThanOrEqualTo(STEP.plus(SERVICE).toNanos()));
  }

  /**
   * A stage with both kinds: while both wait, even an order without classes does not mix them in a
   * batch.
   */
  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void aBatchOfAStageWithBothKindsHasNoBackgroundWorkWhileOthersWait(ServiceOrder serviceOrder) {
    pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(serviceOrder));
    List<List<String>> batches = new ArrayList<>();
    Stage<String> mixed =
        graph.stage(StageConfig.named("mixed").withBatchSize(4).withGuaranteedShare(0), pool);
    mixed
        .classifiedBy(
            event -> event.equals("step") ? ServiceClass.BACKGROUND : ServiceClass.DEFAULT)
        .handledBy(
            batch -> {
              List<String> events = new ArrayList<>();
              while (batch.hasNext()) {
                events.add(batch.next());
              }
              batches.add(events);
            });
    simulation.serviceTime(mixed, event -> SERVICE.toNanos());
    graph.start();
    for (String event : List.of("request", "step", "request", "step", "request")) {
      mixed.enqueue(event);
    }
    simulation.run(Duration.ofSeconds(1));
    assertThat(batches)
        .containsExactly(
            List.of("request"), List.of("request", "request"), List.of("step", "step"));
  }

  /** Except for the step that runs when they arrive. */
  @Test
  void doesNotCountInWhatIsPredictedForOthers() {
    long alone = admittedOf(40, 0);
    assertThat(alone).isLessThan(40); // the prediction matters
    long ofAStep = STEP.dividedBy(SERVICE);
    assertThat(new BackgroundTest().admittedOf(40, 1000)).isBetween(alone - ofAStep, alone);
  }

  /**
   * Counts the admitted of {@code events} events that arrive at once, after the service time is
   * known.
   */
  private long admittedOf(int events, int steps) {
    declare(ServiceOrder.LEAST_SLACK, 1, 0.05);
    requests.admission(
        new DeadlineAdmission(requests.targets(), requests::guaranteedShare, new Random(1)));
    graph.start();
    for (int i = 0; i < 100; i++) {
      request(1);
      simulation.run(Duration.ofMillis(20));
    }
    sweep(steps);
    long before = requests.snapshot().accepted();
    request(events);
    return requests.snapshot().accepted() - before;
  }

  /**
   * Otherwise steady compaction would look like an overload, and admission would lower its limit.
   */
  @Test
  void aThreadThatRunsAStepCountsAsIdleForAdmission() {
    declare(ServiceOrder.LEAST_SLACK, 1, 0);
    List<Integer> idle = new ArrayList<>();
    requests.admission(
        (event, serviceClass, credits, queue) -> {
          idle.add(queue.work().idleThreads());
          return EnqueueResult.ACCEPTED;
        });
    graph.start();
    sweep(5);
    request(2);
    assertThat(idle).containsExactly(1, 0);
  }

  @Test
  void isNoLoadThatOtherStagesLowerTheirQualityFor() {
    declare(ServiceOrder.LEAST_SLACK, 1, 0);
    graph.start();
    sweep(20);
    simulation.run(STEP.multipliedBy(17)); // its service time is known
    sweep(1000);
    assertThat(requests.load().workNanos()).containsOnly(0.0);
  }

  @Test
  void keepsItsClassInASuccessor() {
    declare(ServiceOrder.LEAST_SLACK, 1, 0);
    Stage<String> next = graph.successor(sweep);
    assertThat(((QueuedStage<String>) next).traits().serviceClass("step"))
        .isEqualTo(ServiceClass.BACKGROUND);
  }
}
