package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * What each {@link ServiceOrder} must do in a pool, in virtual time. One thread is kept busy while
 * events gather, one microsecond apart; then they are served.
 */
abstract class ServiceOrderContract {
  private static final Duration SERVICE = Duration.ofMillis(10);
  private static final List<ServiceClass> CLASSES =
      List.of(new ServiceClass("high", 0), new ServiceClass("low", 1));

  /**
   * An event.
   *
   * @param name its name
   * @param rank rank of its class
   * @param flow its flow
   */
  record Request(String name, int rank, long flow) {}

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final List<String> served = new ArrayList<>();
  private double workAhead;
  private Stage<Request> a;
  private Stage<Request> b;

  /** Returns the order under test. */
  abstract ServiceOrder order();

  /**
   * Returns the order of service of a1 b1 b2 a2 b3, which come in this order to stage a with a
   * target of 1 s and stage b with a target of 2 s.
   */
  abstract List<String> ofTwoStages();

  /** Returns the number of events by which the predicted work ahead may be wrong. */
  int predictionError() {
    return 0;
  }

  private boolean isNewestFirst() {
    return order().newestFirst(SERVICE.toNanos());
  }

  /** Declares both stages and lets the kernel measure their service time. */
  private void start(boolean flows, double share) {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(order()));
    a = stage("a", Duration.ofSeconds(1), pool, flows, share);
    b = stage("b", Duration.ofSeconds(2), pool, flows, share);
    graph.start();
    for (int i = 0; i < 20; i++) {
      enqueue(a, "warm", 0, 0);
      enqueue(b, "warm", 0, 0);
      simulation.run(Duration.ofSeconds(1));
    }
    enqueue(a, "held", 0, 0);
    served.clear();
  }

  private Stage<Request> stage(
      String name, Duration target, WorkerPool pool, boolean flows, double share) {
    StageConfig config =
        StageConfig.named(name)
            .withBatchSize(1)
            .withQueueCapacity(10_000)
            .withTarget(target)
            .withGuaranteedShare(share);
    Stage<Request> stage = graph.stage(config, pool);
    stage
        .classifiedBy(request -> CLASSES.get(request.rank()))
        .handledBy(EventHandler.each(request -> served.add(request.name())));
    if (flows) {
      stage.turnsBy(Request::flow);
    }
    stage.admission(new Observing());
    simulation.serviceTime(stage, request -> SERVICE.toNanos());
    return stage;
  }

  /** Admits all events and keeps the last prediction. */
  private final class Observing implements AdmissionController<Object> {
    @Override
    public EnqueueResult admit(
        Object event, ServiceClass serviceClass, int weight, QueueState queue) {
      workAhead = queue.work().workAhead(serviceClass.rank());
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public boolean predicts() {
      return true;
    }
  }

  private void enqueue(Stage<Request> stage, String name, int rank, long flow) {
    assertThat(stage.enqueue(new Request(name, rank, flow)).accepted()).isTrue();
    simulation.run(Duration.ofNanos(1_000));
  }

  private List<String> served() {
    simulation.run(Duration.ofMinutes(1));
    assertThat(served.get(0)).isEqualTo("held");
    return served.subList(1, served.size());
  }

  @Test
  void servesOneStageFromOneEnd() {
    start(false, 0);
    for (String name : List.of("1", "2", "3", "4")) {
      enqueue(b, name, 0, 0);
    }
    assertThat(served())
        .isEqualTo(isNewestFirst() ? List.of("4", "3", "2", "1") : List.of("1", "2", "3", "4"));
  }

  @Test
  void servesSeveralStagesInItsOrder() {
    start(false, 0);
    enqueue(a, "a1", 0, 0);
    enqueue(b, "b1", 0, 0);
    enqueue(b, "b2", 0, 0);
    enqueue(a, "a2", 0, 0);
    enqueue(b, "b3", 0, 0);
    assertThat(served()).isEqualTo(ofTwoStages());
  }

  @Test
  void servesTheHigherClassOfAStageFirst() {
    start(false, 0);
    enqueue(a, "low", 1, 0);
    enqueue(a, "high", 0, 0);
    enqueue(a, "low", 1, 0);
    assertThat(served()).containsExactly("high", "low", "low");
  }

  @Test
  void servesTheHigherClassOfAllStagesFirstIfItSaysSo() {
    start(false, 0);
    enqueue(a, "low", 1, 0);
    enqueue(b, "high", 0, 0);
    enqueue(a, "low", 1, 0);
    enqueue(b, "high", 0, 0);
    boolean highFirst = served().subList(0, 2).equals(List.of("high", "high"));
    if (order().classesFirst()) {
      assertThat(highFirst).isTrue();
    } else {
      assertThat(highFirst).as("a class counts within a stage only").isFalse();
    }
  }

  @Test
  void keepsTheGuaranteedShareOfALowerClass() {
    start(false, 0.25);
    for (int i = 0; i < 40; i++) {
      enqueue(a, "high", 0, 0);
      enqueue(a, "low", 1, 0);
    }
    List<String> first = served().subList(0, 40);
    assertThat(first.stream().filter("low"::equals).count()).isBetween(9L, 11L);
  }

  @Test
  void letsFlowsTakeTurns() {
    start(true, 0);
    for (int i = 0; i < 3; i++) {
      enqueue(a, "x" + i, 0, 1);
    }
    for (int i = 0; i < 3; i++) {
      enqueue(a, "y" + i, 0, 2);
    }
    assertThat(served())
        .isEqualTo(
            isNewestFirst()
                ? List.of("x2", "y2", "x1", "y1", "x0", "y0")
                : List.of("x0", "y0", "x1", "y1", "x2", "y2"));
  }

  /** Prediction of one stage with classes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void predictsWhatOfAStageGoesBeforeANewEvent(long seed) {
    Random random = new Random(seed);
    start(false, 0);
    for (int i = random.nextInt(12); i >= 0; i--) {
      enqueue(a, "other", random.nextInt(2), 0);
    }
    enqueue(a, "new", random.nextInt(2), 0);
    assertPredicted();
  }

  /** Prediction of two stages; with classes if they go first, because otherwise it is a bound. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void predictsWhatOfAllStagesGoesBeforeANewEvent(long seed) {
    Random random = new Random(seed);
    int classes = order().classesFirst() ? 2 : 1;
    start(false, 0);
    for (int i = random.nextInt(20); i >= 0; i--) {
      enqueue(random.nextBoolean() ? a : b, "other", random.nextInt(classes), 0);
    }
    enqueue(random.nextBoolean() ? a : b, "new", random.nextInt(classes), 0);
    assertPredicted();
  }

  /** Prediction with flows, for the first event of a new flow. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void predictsTheTurnsBeforeANewFlow(long seed) {
    Random random = new Random(seed);
    start(true, 0);
    for (int i = random.nextInt(20); i >= 0; i--) {
      enqueue(a, "other", 0, random.nextInt(4));
    }
    enqueue(a, "new", 0, 99);
    assertPredicted();
  }

  private void assertPredicted() {
    double predicted = workAhead;
    int before = served().indexOf("new");
    assertThat(predicted / SERVICE.toNanos())
        .as("events before the new one")
        .isCloseTo(before, within(predictionError() + 0.05 * before));
  }
}
