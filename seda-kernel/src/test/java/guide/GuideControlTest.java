package guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.GraphSnapshot;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.Trace;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.RateAdmission;
import seda.kernel.admission.ThresholdAdmission;
import seda.kernel.admission.TokenBucket;
import seda.kernel.config.GraphConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.LatencyBatching;
import seda.kernel.control.PoolSizing;
import seda.kernel.control.ThroughputSizing;
import seda.kernel.export.GraphBeans;
import seda.kernel.export.GraphDot;
import seda.kernel.export.GraphJson;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Snippets on admission, controllers, observation, simulation and configuration. */
class GuideControlTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final List<String> log = new ArrayList<>();

  private record Request(String name, boolean urgent, long arrivedNanos) {}

  @Test
  void admission() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    Stage<Request> search = graph.stage(StageConfig.named("search"), graph.workerPool("pool", 1));
    search.handledBy(EventHandler.each(request -> log.add(request.name())));
    // snippet
    search.admission(new ThresholdAdmission(100, Duration.ofSeconds(1)));

    search.admission(new RateAdmission(new TokenBucket(500, 10, graph.clock().nanos())));

    EnqueueResult tooLong =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofSeconds(3));
    search.admission(
        (request, serviceClass, credits, queue) ->
            queue.length() < 10 || request.urgent() ? EnqueueResult.ACCEPTED : tooLong);
    // end
    simulation.serviceTime(search, request -> 1_000_000_000);
    graph.start();
    for (int i = 0; i < 11; i++) {
      search.enqueue(new Request("x", false, 0));
    }
    assertThat(search.enqueue(new Request("x", false, 0))).isEqualTo(tooLong);
    assertThat(search.enqueue(new Request("x", true, 0)).accepted()).isTrue();
  }

  @Test
  void aTargetIsHeld() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    WorkerPool pool = graph.workerPool("pool", 1);
    // snippet
    Stage<Request> search =
        graph.stage(
            StageConfig.named("search").withTarget(Duration.ofSeconds(1)).withBatchSize(1), pool);
    search.arrivedAt(Request::arrivedNanos); // when it entered the service, by graph.clock()
    search.admission(DeadlineAdmission.of(search));
    // end
    search.handledBy(EventHandler.each(request -> {}));
    // snippet
    simulation.serviceTime(search, request -> Duration.ofMillis(100).toNanos());
    graph.start();
    for (int second = 0; second < 60; second++) {
      for (int i = 0; i < 30; i++) { // three times the capacity of one thread
        search.enqueue(new Request("x", false, simulation.clock().nanos()));
        simulation.run(Duration.ofMillis(33));
      }
    }
    StageSnapshot seen = search.snapshot();
    // end
    assertThat(seen.recent().response().p90()).isLessThan(Duration.ofSeconds(1).toNanos());
    assertThat(seen.rejected()).isBetween(1000L, 1300L);
  }

  @Test
  void controllers() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, 20));
    Stage<String> search = graph.stage(StageConfig.named("search"), pool);
    search.handledBy(EventHandler.each(request -> {}));
    graph.start();
    // snippet
    Duration second = Duration.ofSeconds(1);
    ControlLoops.size(graph, pool, new ThroughputSizing(ThroughputSizing.Settings.DEFAULT), second);
    ControlLoops.batch(graph, search, new LatencyBatching(Duration.ofMillis(5)), second);
    // end
    simulation.serviceTime(search, request -> 1_000_000);
    for (int i = 0; i < 1000; i++) {
      search.enqueue("x");
      simulation.run(Duration.ofMillis(10));
    }
    assertThat(search.batchLimit()).isEqualTo(5);
    // snippet
    PoolSizing oneForTenWaiting = seen -> Math.max(1, seen.queued() / 10);
    // end
    ControlLoops.size(graph, pool, oneForTenWaiting, second);
  }

  @Test
  void seeing() {
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    Stage<String> search = graph.stage(StageConfig.named("search"), graph.workerPool("pool", 1));
    search.handledBy(EventHandler.each(request -> {}));
    graph.start();
    for (int i = 0; i < 100; i++) {
      search.enqueue("x");
    }
    simulation.run(Duration.ofSeconds(6));
    // snippet
    GraphSnapshot now = graph.snapshot();
    StageSnapshot seen = now.stage("search");
    log.add(seen.queue().length() + " wait, " + seen.completed() + " completed");
    log.add("p99 of the last window: " + seen.recent().response().p99() + " ns");
    log.add("an hour of it: " + search.history().size() + " points");

    String drawing = GraphDot.of(now); // dot -Tsvg
    String data = GraphJson.of(now);
    GraphBeans.register(graph, "mail"); // seda:graph=mail,type=Stage,name=search

    graph.listener(snapshot -> log.add("a window ended at " + snapshot.at()));
    // end
    assertThat(log).contains("0 wait, 100 completed", "an hour of it: 1 points");
    assertThat(drawing).contains("search");
    assertThat(data).contains("search");
    simulation.run(Duration.ofSeconds(5));
    assertThat(log).anyMatch(line -> line.startsWith("a window ended"));
    log.clear();
    // snippet
    graph.trace("search", 3); // the next three events
    search.enqueue("x");
    simulation.run(Duration.ofMillis(1));
    for (Trace trace : graph.traces()) {
      trace.hops().forEach(hop -> log.add(hop.stage() + " " + hop.step()));
    }
    // end
    assertThat(log).containsExactly("search OFFERED", "search STARTED", "search ENDED");
    graph.stop(GRACE);
  }

  @Test
  void configuration(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("mail.conf"), "seda.stages.search.batch-size = 3");
    // snippet
    Config config = ConfigFactory.parseFile(file.toFile()).resolve();
    StageGraph graph = new StageGraph(Clock.system(), GraphConfig.of(config));
    // end
    Stage<String> search = graph.stage(StageConfig.named("search"), graph.workerPool("pool", 1));
    assertThat(search.config().batchSize()).isEqualTo(3);
  }
}
