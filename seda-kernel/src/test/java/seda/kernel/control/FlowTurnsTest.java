package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.EventHandler;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** One flow sends far more than the threads can serve, others send little. In virtual time. */
class FlowTurnsTest {
  private static final int HEAVY = 0;
  private static final long SERVICE = Duration.ofMillis(10).toNanos();
  private static final Duration TARGET = Duration.ofSeconds(1);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Map<Integer, List<Long>> responses = new HashMap<>();
  private final Map<Integer, Integer> refused = new HashMap<>();
  private Stage<Request> stage;

  private record Request(int flow, long sent) {}

  private void start(int threads, int capacity) {
    StageConfig config =
        StageConfig.named("list").withQueueCapacity(capacity).withTarget(TARGET).withBatchSize(1);
    WorkerPoolConfig pool = WorkerPoolConfig.fixed("pool", threads);
    stage = graph.stage(config, graph.workerPool(pool.withOrder(ServiceOrder.LEAST_SLACK)));
    stage
        .arrivedAt(Request::sent)
        .turnsBy(Request::flow)
        .handledBy(EventHandler.each(this::answer));
    simulation.serviceTime(stage, request -> SERVICE);
    graph.start();
  }

  private void answer(Request request) {
    responses
        .computeIfAbsent(request.flow(), flow -> new ArrayList<>())
        .add(simulation.clock().nanos() - request.sent());
  }

  private void ask(int flow) {
    if (!stage.enqueue(new Request(flow, simulation.clock().nanos())).accepted()) {
      refused.merge(flow, 1, Integer::sum);
    }
  }

  private void askEvery(int flow, Duration period) {
    graph.timers().every(period, () -> ask(flow));
  }

  private List<Long> responses(int flow) {
    return responses.getOrDefault(flow, List.of());
  }

  @Test
  void anEventASecondIsServedAtItsTurnThough16000OfAnotherFlowWait() {
    start(2, 40_000);
    for (int i = 0; i < 16_000; i++) {
      ask(HEAVY);
    }
    askEvery(1, Duration.ofSeconds(1));
    simulation.run(Duration.ofSeconds(60));

    assertThat(refused).isEmpty();
    assertThat(responses(1)).hasSizeGreaterThan(58).allMatch(nanos -> nanos <= 2 * SERVICE);
    assertThat(responses(HEAVY)).as("no thread is idle").hasSizeGreaterThan(11_900);
  }

  /** The heavy flow sends 20 times the capacity of the threads, for half a minute. */
  @ParameterizedTest
  @CsvSource({"1, 256", "1, 40000", "2, 256", "2, 40000", "8, 256", "8, 40000"})
  void admissionRefusesTheHeavyFlowAndNoOther(int threads, int capacity) {
    start(threads, capacity);
    stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(5)));
    askEvery(HEAVY, Duration.ofNanos(SERVICE / threads / 20));
    for (int flow = 1; flow <= 5; flow++) {
      askEvery(flow, Duration.ofMillis(900 + flow));
    }
    simulation.run(Duration.ofSeconds(30));

    for (int flow = 1; flow <= 5; flow++) {
      assertThat(refused).doesNotContainKey(flow);
      assertThat(responses(flow))
          .hasSizeGreaterThan(30)
          .allMatch(nanos -> nanos <= TARGET.toNanos() / 4);
    }
    assertThat(refused).containsKey(HEAVY);
    assertThat(responses(HEAVY)).hasSizeGreaterThan((int) (0.9 * 30 * 100 * threads));
  }

  @Test
  void flowsThatAllAskForTooMuchShareEqually() {
    start(2, 1_000);
    stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(5)));
    for (int flow = 1; flow <= 20; flow++) {
      askEvery(flow, Duration.ofMillis(1 + flow)); // 25 to 4 times its share
    }
    simulation.run(Duration.ofSeconds(30));

    for (int flow = 1; flow <= 20; flow++) {
      assertThat(responses(flow)).as("flow %s", flow).hasSizeBetween(240, 330);
    }
  }
}
