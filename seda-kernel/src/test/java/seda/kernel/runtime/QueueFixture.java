package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;

/** A stage with one thread, which is blocked while a test fills the queue. */
abstract class QueueFixture extends DomainFixture {
  static final Duration HOUR = Duration.ofHours(1);

  final Held<String> handler = new Held<>();

  Stage<String> stage(StageConfig config) {
    Stage<String> stage = graph.stage(config, oneThread(graph));
    return stage.handledBy(handler).listener(recorder);
  }

  static StageConfig config(int capacity) {
    return StageConfig.named("s").withQueueCapacity(capacity).withBatchSize(1);
  }

  void holdThread(Sink<String> stage) throws InterruptedException {
    graph.start();
    handler.hold(stage, "held");
  }

  List<String> handledAfterRelease() {
    handler.release();
    assertThat(graph.stop(GRACE)).isTrue();
    return handler.handled.subList(1, handler.handled.size());
  }
}
