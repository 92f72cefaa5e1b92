package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.Trace;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TraceTest {
  private final StageGraph graph = new StageGraph(Clock.system());
  private Stage<StringBuilder> in;
  private Stage<StringBuilder> left;
  private Stage<StringBuilder> right;
  private CountDownLatch ended;

  @BeforeEach
  void start() {
    Processors processors =
        graph.processors(ProcessorsConfig.named("domain-p").withCount(1), IoSource::none);
    WorkerPool pool = graph.workerPool("domain-pool", 2);
    in = graph.stage(StageConfig.named("in").withBatchSize(1), processors);
    left = graph.stage(StageConfig.named("left"), pool);
    right = graph.stage(StageConfig.named("right"), processors);
    in.handledBy(EventHandler.each(this::route));
    left.handledBy(EventHandler.each(event -> ended.countDown()));
    right.handledBy(EventHandler.each(event -> ended.countDown()));
    graph.start();
  }

  private void route(StringBuilder event) {
    switch (event.toString()) {
      case "both" -> {
        left.enqueue(event);
        right.enqueue(event);
      }
      case "parts" -> left.enqueueAll(List.of(new StringBuilder("1"), new StringBuilder("2")));
      case "reserved" ->
          right.reserve(List.of(new StringBuilder("r")), Duration.ofHours(1)).commit();
      default -> {}
    }
  }

  @AfterEach
  void stop() {
    graph.stop(DomainFixture.GRACE);
  }

  private void sendAndStop(String event, int ends) throws InterruptedException {
    ended = new CountDownLatch(ends);
    in.enqueue(new StringBuilder(event));
    DomainFixture.await(ended);
    assertThat(graph.stop(DomainFixture.GRACE)).isTrue();
  }

  private static List<String> steps(Trace trace) {
    return trace.hops().stream().map(hop -> hop.step() + " " + hop.stage()).toList();
  }

  @Test
  void isOffUntilItIsAskedForAndThenKeepsNothing() throws InterruptedException {
    sendAndStop("both", 2);

    assertThat(graph.traces()).isEmpty();
    assertThat(graph.isTracing()).isFalse();
  }

  @Test
  void followsAnEventThroughAllStagesThatItIsSentTo() throws InterruptedException {
    graph.trace("in", 1);
    sendAndStop("both", 2);

    List<String> steps = steps(graph.traces().get(0));
    assertThat(steps)
        .containsExactlyInAnyOrder(
            "OFFERED in",
            "STARTED in",
            "ENDED in",
            "OFFERED left",
            "STARTED left",
            "ENDED left",
            "OFFERED right",
            "STARTED right",
            "ENDED right");
    for (String stage : List.of("in", "left", "right")) {
      assertThat(steps)
          .containsSubsequence("OFFERED " + stage, "STARTED " + stage, "ENDED " + stage);
    }
    assertThat(graph.traces().get(0).hops())
        .extracting(Trace.Hop::thread)
        .contains("domain-p-0")
        .anyMatch(thread -> thread.startsWith("domain-pool-"));
    assertThat(graph.isTracing()).as("it has ended").isFalse();
  }

  @Test
  void followsWhatAnEventCaused() throws InterruptedException {
    graph.trace("in", 1);
    sendAndStop("parts", 2);

    assertThat(steps(graph.traces().get(0)))
        .filteredOn("ENDED left"::equals)
        .as("one for each part")
        .hasSize(2);
  }

  @Test
  void followsWhatWasReserved() throws InterruptedException {
    graph.trace("in", 1);
    sendAndStop("reserved", 1);

    assertThat(steps(graph.traces().get(0)))
        .containsSubsequence("OFFERED right", "STARTED right", "ENDED right");
  }

  @Test
  void showsRefusals() throws InterruptedException {
    left.admission((event, serviceClass, credits, queue) -> EnqueueResult.FULL);
    graph.trace("in", 1);
    sendAndStop("parts", 0);

    assertThat(steps(graph.traces().get(0)))
        .containsSubsequence("OFFERED left", "REFUSED left", "REFUSED left");
    assertThat(graph.isTracing()).isFalse();
  }

  @Test
  void tracesTheRequestedNumberOfEventsAndForgetsOlderOnes() throws InterruptedException {
    ended = new CountDownLatch(0);
    graph.trace("in", 2);
    for (int i = 0; i < 5; i++) {
      in.enqueue(new StringBuilder("alone"));
    }
    assertThat(graph.traces()).hasSize(2);
    graph.trace("in", 0);
    assertThat(graph.traces()).isEmpty();
    assertThat(graph.isTracing()).isFalse();
  }
}
