package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.Reach;
import gnutella.routing.Neighbour;
import gnutella.routing.QueueLimits;
import gnutella.routing.Router;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * A query costs 20 ms, so one thread serves 50 a second, while 150 arrive. Each test configures one
 * remedy.
 */
class QueryStageTest {
  private static final int CAPACITY = 1000;

  private final Simulation simulation = new Simulation();
  private Router router;
  private int passed;

  /** Returns the stage's figures of ten seconds. */
  private StageSnapshot run(String settings, int keep) {
    StageGraph graph = simulation.graph(GraphConfig.of(ConfigFactory.parseString(settings)));
    router = new Router(RoutingRules.defaults(), 2, new Random(1));
    Neighbour from = neighbour();
    router.join(from);
    router.join(neighbour());
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(GnutellaStages.QUERY_POOL, 1));
    Stage<QueryStage.Waiting> stage =
        graph.stage(
            StageConfig.named(GnutellaStages.QUERY_STAGE).withQueueCapacity(CAPACITY), pool);
    QueryConfig config = new QueryConfig(Duration.ZERO, CAPACITY, keep);
    stage.handledBy(new QueryStage.Handler(config, router, graph.clock(), () -> false));
    simulation.serviceTime(stage, query -> Duration.ofMillis(20).toNanos());
    router.querySink(new QueryStage.StageSink(stage));
    graph.start();
    for (int i = 0; i < 1500; i++) {
      Guid id = new Guid(1, i);
      simulation.after(
          Duration.ofNanos(i * 6_666_667L),
          () ->
              router.route(
                  new Message.Query(0, "x").packet(id, 5, 0), from, simulation.clock().nanos()));
    }
    simulation.run(Duration.ofSeconds(10));
    return stage.snapshot();
  }

  private Neighbour neighbour() {
    return new Neighbour(new QueueLimits(1 << 20, 1 << 20), false, Reach.GLOBAL) {
      @Override
      protected void drain() {
        passed++;
        queue().answered();
      }

      @Override
      protected void tooSlow() {}
    };
  }

  @Test
  void withoutARemedyTheQueueGrowsUntilItIsFull() {
    StageSnapshot stage = run("", 0);

    assertThat(stage.queue().length()).isGreaterThan(900);
    assertThat(passed).isBetween(450, 500);
  }

  @Test
  void aThresholdBoundsTheQueue() {
    StageSnapshot stage =
        run("seda.stages.gnutella-query.admission { kind = threshold, credits = 40 }", 0);

    assertThat(stage.queue().length()).isLessThanOrEqualTo(40);
    assertThat(stage.rejected()).isGreaterThan(800);
    assertThat(passed).isBetween(450, 500);
  }

  @Test
  void redKeepsTheQueueBelowItsMaximum() {
    StageSnapshot stage =
        run(
            "seda.stages.gnutella-query.admission"
                + " { kind = red, min = 20, max = 100, max-probability = 1, weight = 0.05 }",
            0);

    assertThat(stage.queue().length()).isLessThan(120);
    assertThat(stage.rejected()).isGreaterThan(700);
  }

  @Test
  void aRateAdmitsWhatCanBeServed() {
    StageSnapshot stage =
        run("seda.stages.gnutella-query.admission { kind = rate, rate = 45, depth = 10 }", 0);

    assertThat(stage.queue().length()).isLessThan(32);
    assertThat(stage.accepted()).isBetween(440L, 470L);
  }

  @Test
  void theHandlerDropsTheOldestQueriesOfABatch() {
    StageGraph graph = new StageGraph(Clock.system());
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Router held = new Router(RoutingRules.defaults(), 2, new Random(1));
    held.join(
        new Neighbour(new QueueLimits(1 << 20, 1 << 20), false, Reach.GLOBAL) {
          @Override
          protected void drain() {
            first.countDown();
            awaitUninterruptibly(goOn);
          }

          @Override
          protected void tooSlow() {}
        });
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(GnutellaStages.QUERY_POOL, 1));
    Stage<QueryStage.Waiting> stage =
        graph.stage(StageConfig.named(GnutellaStages.QUERY_STAGE), pool);
    stage.handledBy(
        new QueryStage.Handler(
            new QueryConfig(Duration.ZERO, 100, 8), held, graph.clock(), () -> false));
    held.querySink(new QueryStage.StageSink(stage));
    graph.start();

    Neighbour from = neighbour();
    send(held, from, 0);
    awaitUninterruptibly(first);
    for (int i = 1; i <= 20; i++) {
      send(held, from, i);
    }
    goOn.countDown();

    assertThat(graph.stop(Duration.ofMinutes(1))).isTrue();
    assertThat(stage.snapshot().shed()).isEqualTo(12);
    assertThat(stage.snapshot().completed()).isEqualTo(9);
  }

  private static void send(Router router, Neighbour from, int id) {
    Message query = new Message.Query(0, "x");
    assertThat(router.route(query.packet(new Guid(1, id), 5, 0), from, 0))
        .isEqualTo(Verdict.QUEUED);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theThreadPoolControllerAddsThreads() {
    StageSnapshot stage =
        run(
            "seda.domains.query { min-threads = 1, max-threads = 20,"
                + " sizing { kind = queue-threshold, threshold = 100 } }",
            0);

    assertThat(stage.queue().length()).isLessThan(300);
    assertThat(passed).isGreaterThan(1000);
    assertThat(stage.rejected()).isZero();
  }
}
