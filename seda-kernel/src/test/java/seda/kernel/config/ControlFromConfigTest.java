package seda.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static seda.kernel.EnqueueResult.Outcome.ACCEPTED;
import static seda.kernel.EnqueueResult.Outcome.EARLY;
import static seda.kernel.EnqueueResult.Outcome.OVER_RATE;
import static seda.kernel.EnqueueResult.Outcome.OVER_THRESHOLD;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Controllers and admission policies from a configuration, in virtual time. */
class ControlFromConfigTest {
  private static final Duration SERVICE = Duration.ofMillis(10);

  private final Simulation simulation = new Simulation();
  private StageGraph graph;
  private WorkerPool pool;
  private Stage<Integer> stage;

  /** Runs one stage on a pool of one thread, 10 ms per event; an event is the rank of its class. */
  private void run(String hocon) {
    graph = simulation.graph(GraphConfig.of(ConfigFactory.parseString(hocon)));
    pool = graph.workerPool("pool", 1);
    stage = graph.stage(StageConfig.named("work"), pool);
    stage
        .handledBy(EventHandler.each(event -> {}))
        .classifiedBy(rank -> new ServiceClass("class " + rank, rank));
    simulation.serviceTime(stage, event -> SERVICE.toNanos());
    graph.start();
  }

  private EnqueueResult.Outcome enqueue(int rank) {
    return stage.enqueue(rank).outcome();
  }

  /** Sends {@code events} events of rank 0, evenly over one second. */
  private Set<EnqueueResult.Outcome> second(int events) {
    Set<EnqueueResult.Outcome> outcomes = new HashSet<>();
    for (int i = 0; i < events; i++) {
      outcomes.add(enqueue(0));
      simulation.run(Duration.ofSeconds(1).dividedBy(events));
    }
    return outcomes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-threads = 6",
        "max-threads = 6, sizing { kind = throughput, period = 500 ms, back-off = 1 }",
        "max-threads = 6, sizing { kind = queue-threshold, threshold = 5, period = 100 ms }"
      })
  void aPoolGrowsUnderLoadAndShrinksAfterIt(String domain) {
    run("seda { stages.work.batch-size = 1, domains.pool { idle-time = 2 s, " + domain + " } }");

    int most = 0;
    for (int i = 0; i < 30; i++) {
      second(350);
      most = Math.max(most, pool.threads());
    }
    assertThat(most).isBetween(4, 6);
    simulation.run(Duration.ofSeconds(60));
    assertThat(pool.threads())
        .isLessThanOrEqualTo(2); // one, plus a spare one if sized by throughput
  }

  @Test
  void aPoolKeptFixedStaysAsItIs() {
    run("seda.domains.pool { min-threads = 2, max-threads = 6, sizing { kind = fixed } }");

    for (int i = 0; i < 10; i++) {
      second(350);
    }
    assertThat(pool.threads()).isEqualTo(2);
  }

  @Test
  void batchesAreBoundedByATenthOfTheTargetOrByTheBudget() {
    run("seda.stages.work { target = 300 ms, batching {} }");
    second(50);
    second(50);
    assertThat(stage.batchLimit()).isEqualTo(3);

    run("seda.stages.work.batching { kind = latency, budget = 50 ms, period = 100 ms }");
    second(50);
    assertThat(stage.batchLimit()).isEqualTo(5);
  }

  @Test
  void batchesShrinkWhileTheThroughputHolds() {
    run("seda.stages.work.batching { kind = throughput, min = 2, period = 100 ms }");
    for (int i = 0; i < 20; i++) {
      second(50);
    }
    assertThat(stage.batchLimit()).isLessThan(StageConfig.DEFAULT_BATCH_SIZE);
  }

  @Test
  void controllersEndWithTheGraph() {
    run("seda { domains.pool.max-threads = 6, stages.work.batching.budget = 50 ms }");
    second(50);
    second(50);
    int limit = stage.batchLimit();
    assertThat(limit).isEqualTo(5);

    graph.stop(Duration.ofSeconds(1));
    stage.batchLimit(7);
    simulation.run(Duration.ofSeconds(10));
    assertThat(stage.batchLimit()).isEqualTo(7);
  }

  @Test
  void aThresholdIsKept() {
    run("seda.stages.work.admission { kind = threshold, credits = 2, retry-after = 3 s }");
    pool.resize(1);

    enqueue(0); // taken by the worker
    assertThat(enqueue(0)).isEqualTo(ACCEPTED);
    assertThat(enqueue(0)).isEqualTo(ACCEPTED);
    EnqueueResult refused = stage.enqueue(0);
    assertThat(refused.outcome()).isEqualTo(OVER_THRESHOLD);
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aRateIsKept() {
    run("seda.stages.work.admission { kind = rate, rate = 5, depth = 1 }");

    for (int i = 0; i < 10; i++) {
      second(50);
    }
    assertThat(stage.snapshot().accepted()).isBetween(50L, 51L);
  }

  @Test
  void someAreRefusedEarly() {
    run(
        "seda.stages.work.admission { kind = red, min = 5, max = 50, max-probability = 0.5, weight"
            + " = 0.1 }");

    assertThat(second(150)).containsExactlyInAnyOrder(ACCEPTED, EARLY);
  }

  @Test
  void eachClassHasItsPolicyAndTheLastIsForAllBelow() {
    run(
        """
        seda.stages.work.admission {
          kind = class
          by-rank = [{ kind = always }, { kind = rate, rate = 1 }]
        }\
        """);

    assertThat(enqueue(0)).isEqualTo(ACCEPTED);
    assertThat(enqueue(0)).isEqualTo(ACCEPTED);
    assertThat(enqueue(1)).isEqualTo(ACCEPTED);
    assertThat(enqueue(1)).isEqualTo(OVER_RATE);
    assertThat(enqueue(2)).isEqualTo(OVER_RATE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ kind = response-time }",
        "{ kind = queue-threshold }",
        "{ kind = class, by-rank = [{ kind = queue-threshold, target = 200 ms }] }",
        "{ kind = deadline }",
        "{ kind = multiclass, targets = [200 ms] }",
        "{ kind = class, by-rank = [{ kind = deadline }] }",
        "{ kind = class, by-rank = [{ kind = response-time, target = 200 ms }] }"
      })
  void aResponseTimeIsHeldByRefusing(String admission) {
    run("seda.stages.work { target = 200 ms, batch-size = 1, admission = " + admission + " }");

    for (int i = 0; i < 120; i++) {
      second(300);
    }
    assertThat(stage.snapshot().recent().response().p90())
        .isLessThan(Duration.ofMillis(400).toNanos());
    assertThat(stage.snapshot().rejected()).isPositive();
  }
}
