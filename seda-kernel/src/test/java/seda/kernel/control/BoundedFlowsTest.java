package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Flows with dear requests beside others, over several stages of a pool. In virtual time. */
class BoundedFlowsTest {
  private static final int HEAVY = 0;
  private static final Duration DEAR = Duration.ofSeconds(10);
  private static final Duration CHEAP = Duration.ofMillis(10);
  private static final Duration TARGET = Duration.ofSeconds(1);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Map<Integer, Integer> held = new HashMap<>();
  private final Map<Integer, Integer> mostHeld = new HashMap<>();
  private final Map<Integer, List<Long>> responses = new HashMap<>();
  private final Map<Integer, Integer> refused = new HashMap<>();
  private WorkerPool pool;

  private record Request(int flow, long nanos, long sent) {}

  private void pool(int threads, ServiceOrder order) {
    pool = graph.workerPool(WorkerPoolConfig.fixed("pool", threads).withOrder(order));
  }

  /** A batch of one event: its thread is held from its service time to its handler. */
  private Stage<Request> stage(String name) {
    StageConfig config =
        StageConfig.named(name).withQueueCapacity(40_000).withTarget(TARGET).withBatchSize(1);
    Stage<Request> stage = graph.stage(config, pool);
    stage
        .arrivedAt(Request::sent)
        .turnsBy(Request::flow)
        .boundedFlows()
        .handledBy(EventHandler.each(this::answer));
    simulation.serviceTime(
        stage,
        request -> {
          int now = held.merge(request.flow(), 1, Integer::sum);
          mostHeld.merge(request.flow(), now, Math::max);
          return request.nanos();
        });
    return stage;
  }

  private void answer(Request request) {
    held.merge(request.flow(), -1, Integer::sum);
    responses
        .computeIfAbsent(request.flow(), flow -> new ArrayList<>())
        .add(simulation.clock().nanos() - request.sent());
  }

  private void ask(Stage<Request> stage, int flow, Duration service) {
    long now = simulation.clock().nanos();
    if (!stage.enqueue(new Request(flow, service.toNanos(), now)).accepted()) {
      refused.merge(flow, 1, Integer::sum);
    }
  }

  private List<Long> responses(int flow) {
    return responses.getOrDefault(flow, List.of());
  }

  static Stream<Arguments> poolsAndOrders() {
    return Stream.of(1, 2, 3, 6, 8)
        .flatMap(
            threads -> ServiceOrder.builtIn().stream().map(order -> Arguments.of(threads, order)));
  }

  @ParameterizedTest
  @MethodSource("poolsAndOrders")
  void aFlowHoldsHalfOfTheThreadsHoweverLongItsRequests(int threads, ServiceOrder order) {
    pool(threads, order);
    Stage<Request> forward = stage("forward");
    Stage<Request> show = stage("show");
    Stage<Request> list = stage("list");
    graph.start();
    for (int i = 0; i < 30; i++) {
      ask(i % 2 == 0 ? forward : show, HEAVY, DEAR);
      ask(list, HEAVY, CHEAP);
    }
    graph.timers().every(Duration.ofMillis(500), () -> ask(list, 1, CHEAP));
    simulation.run(Duration.ofSeconds(60));

    assertThat(mostHeld.get(HEAVY)).isEqualTo(Math.max(1, threads / 2));
    if (threads > 1) { // one thread has no halves
      assertThat(responses(1))
          .hasSizeGreaterThanOrEqualTo(119)
          .allMatch(nanos -> nanos <= 2 * CHEAP.toNanos());
    }
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void noThreadIsIdleWhileAFlowHasRoom(ServiceOrder order) {
    pool(6, order);
    List<Stage<Request>> stages = List.of(stage("a"), stage("b"), stage("c"));
    graph.start();
    Random random = new Random(7);
    int requests = 3_000;
    long work = 0;
    for (int i = 0; i < requests; i++) {
      Duration service = Duration.ofMillis(1 + random.nextInt(200));
      work += service.toMillis();
      ask(stages.get(random.nextInt(3)), random.nextInt(20), service);
    }
    simulation.run(Duration.ofMillis(work / 6 + 6 * 200));

    assertThat(responses.values().stream().mapToInt(List::size).sum())
        .as("all in the time of six busy threads, but for the last of them")
        .isGreaterThan(requests * 97 / 100);
    assertThat(mostHeld.values()).allMatch(most -> most <= 3);
    simulation.run(Duration.ofMinutes(5));
    assertThat(responses.values().stream().mapToInt(List::size).sum()).isEqualTo(requests);
    assertThat(held.values()).allMatch(now -> now == 0);
  }

  @Test
  void aFlowAloneHasItsHalfAtWorkAllTheTime() {
    pool(6, ServiceOrder.LEAST_SLACK);
    Stage<Request> list = stage("list");
    graph.start();
    for (int i = 0; i < 3_000; i++) {
      ask(list, HEAVY, CHEAP);
    }
    simulation.run(Duration.ofSeconds(10));
    assertThat(responses(HEAVY)).hasSize(3_000);
  }

  /** Sizes change while requests wait; none is forgotten. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theBoundFollowsTheSizeOfThePool(long seed) {
    pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("pool", 1)
                .withThreads(1, 8)
                .withOrder(ServiceOrder.LEAST_SLACK));
    List<Stage<Request>> stages = List.of(stage("a"), stage("b"));
    graph.start();
    Random random = new Random(seed);
    graph.timers().every(Duration.ofMillis(70), () -> pool.resize(1 + random.nextInt(8)));
    for (int i = 0; i < 2_000; i++) {
      ask(stages.get(i % 2), random.nextInt(3), Duration.ofMillis(1 + random.nextInt(50)));
    }
    simulation.run(Duration.ofMinutes(2));

    assertThat(responses.values().stream().mapToInt(List::size).sum()).isEqualTo(2_000);
    assertThat(mostHeld.values()).allMatch(most -> most <= 4);
  }

  /** The work of a full flow does not count for others, and counts double for its own. */
  @ParameterizedTest
  @ValueSource(ints = {2, 6})
  void admissionPredictsWithTheBound(int threads) {
    pool(threads, ServiceOrder.LEAST_SLACK);
    Stage<Request> forward = stage("forward");
    Stage<Request> list = stage("list");
    for (Stage<Request> stage : List.of(forward, list)) {
      stage.admission(
          new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(5)));
    }
    graph.start();
    for (int flow = 1; flow <= 3; flow++) {
      ask(forward, flow, CHEAP);
      ask(list, flow, CHEAP);
    }
    simulation.run(Duration.ofSeconds(1));
    for (int i = 0; i < 200; i++) {
      ask(forward, HEAVY, Duration.ofMillis(300));
    }
    graph.timers().every(Duration.ofMillis(100), () -> ask(forward, HEAVY, Duration.ofMillis(300)));
    for (int flow = 1; flow <= 3; flow++) {
      int light = flow;
      graph.timers().every(Duration.ofMillis(200 + flow), () -> ask(list, light, CHEAP));
    }
    simulation.run(Duration.ofSeconds(60));

    assertThat(mostHeld.get(HEAVY)).isEqualTo(threads / 2);
    assertThat(responses(HEAVY)).hasSizeGreaterThan(60 * threads / 2 * 3 / 2);
    for (int flow = 1; flow <= 3; flow++) {
      assertThat(refused).doesNotContainKey(flow);
      assertThat(responses(flow)).hasSizeGreaterThan(280).allMatch(n -> n <= 100_000_000);
    }
  }

  @Test
  void classesKeepTheirSharesAmongFlowsWithRoom() {
    pool(4, ServiceOrder.LEAST_SLACK);
    Stage<Request> forward = stage("forward");
    Stage<Request> list = stage("list");
    list.classifiedBy(request -> new ServiceClass("c", request.flow() == 2 ? 1 : 0));
    graph.start();
    for (int i = 0; i < 20; i++) {
      ask(forward, HEAVY, DEAR);
    }
    graph.timers().every(Duration.ofMillis(4), () -> ask(list, 1, CHEAP)); // more than one thread
    graph.timers().every(Duration.ofMillis(500), () -> ask(list, 2, CHEAP));
    simulation.run(Duration.ofSeconds(20));

    assertThat(responses(1)).hasSizeGreaterThan(3_000);
    assertThat(responses(2)).hasSizeGreaterThan(30);
  }
}
