package seda.kernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WorkerPool;

class StageGraphTest {
  private final StageGraph graph = new StageGraph(Clock.system());
  private final WorkerPool pool = graph.workerPool("pool", 1);

  @Test
  void waysOutComeLastAndTheOutermostLayersIsTheLast() {
    stage("read");
    outboundStage("write");
    stage("parse");
    outboundStage("send");
    stage("application");

    assertThat(graph.snapshot().stages())
        .extracting(StageSnapshot::stage)
        .containsExactly("read", "parse", "application", "send", "write");
  }

  @Test
  void whatTheApplicationStillSendsWhileTheGraphStopsPassesTheWayOut() {
    AtomicInteger sent = new AtomicInteger();
    Stage<String> send = outboundStage("send");
    Stage<String> application = graph.stage(StageConfig.named("application"), pool);
    application.handledBy(EventHandler.each(event -> send.enqueue(event)));
    send.handledBy(EventHandler.each(event -> sent.incrementAndGet()));
    graph.start();
    for (int i = 0; i < 100; i++) {
      application.enqueue("x");
    }

    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();

    assertThat(sent).hasValue(100);
  }

  private Stage<String> outboundStage(String name) {
    Stage<String> stage = graph.outboundStage(StageConfig.named(name), pool);
    return stage.handledBy(EventHandler.each(event -> {}));
  }

  private void stage(String name) {
    Stage<String> stage = graph.stage(StageConfig.named(name), pool);
    stage.handledBy(EventHandler.each(event -> {}));
  }
}
