package seda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessorsTest extends StageContract {
  private static ProcessorsConfig config(String name, int count) {
    return new ProcessorsConfig(name, count, 1024, 16, Duration.ofMillis(1));
  }

  @Override
  ThreadDomain oneThread(StageGraph graph) {
    return graph.processors(
        new ProcessorsConfig("domain-one", 1, 128, 16, Duration.ofMillis(1)), IoSource::none);
  }

  @Override
  ThreadDomain severalThreads(StageGraph graph) {
    return graph.processors(config("domain-several", 3), IoSource::none);
  }

  @Test
  void eventsStayOnTheProcessorWhereTheyWereBorn() throws InterruptedException {
    Queue<List<Integer>> paths = new ConcurrentLinkedQueue<>();
    Processors processors = graph.processors(config("domain-p", 3), IoSource::none);
    Stage<Integer> first = graph.stage(StageConfig.named("first"), processors);
    Stage<Integer> second = graph.stage(StageConfig.named("second"), processors);
    CountDownLatch done = new CountDownLatch(300);
    first.handledBy(
        EventHandler.each(
            event -> {
              assertThat(Processors.current().index()).isEqualTo(event % 3);
              second.enqueue(Processors.current().index());
            }));
    second.handledBy(
        EventHandler.each(
            bornOn -> {
              paths.add(List.of(bornOn, Processors.current().index()));
              done.countDown();
            }));
    graph.start();
    for (int i = 0; i < 300; i++) {
      first.on(i % 3).enqueue(i);
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(paths).hasSize(300).allMatch(path -> path.get(0).equals(path.get(1)));
  }

  @Test
  void firesTimersWhileNothingElseHappens() throws InterruptedException {
    CountDownLatch fired = new CountDownLatch(1);
    Processors processors = graph.processors(config("domain-p", 1), IoSource::none);
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), processors);
    stage.handledBy(
        EventHandler.each(
            event -> Processors.current().schedule(Duration.ofMillis(5), fired::countDown)));
    graph.start();
    stage.enqueue(1);
    assertThat(fired.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void isNoProcessorOnAnotherThread() {
    assertThatThrownBy(Processors::current).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFailureToOpenIoStopsWhatHadStarted() {
    graph.workerPool("domain-pool", 2);
    graph.processors(
        config("domain-broken", 2),
        processor -> {
          throw new IOException("no descriptors left");
        });
    assertThatThrownBy(graph::start).hasRootCauseMessage("no descriptors left");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("domain-pool"));
  }

  @Test
  void anIoSourceThatFailsDoesNotEndTheProcessor() throws InterruptedException {
    CountDownLatch handled = new CountDownLatch(1);
    Processors processors =
        graph.processors(
            config("domain-p", 1),
            processor -> {
              IoSource waiting = IoSource.none(processor);
              return new IoSource() {
                private int polls;

                @Override
                public void poll(long timeoutNanos) throws IOException {
                  if (polls++ < 3) {
                    throw new IOException("on purpose");
                  }
                  waiting.poll(timeoutNanos);
                }

                @Override
                public void wakeup() {
                  waiting.wakeup();
                }

                @Override
                public void close() {}
              };
            });
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), processors);
    stage.handledBy(EventHandler.each(event -> handled.countDown()));
    graph.start();
    stage.enqueue(1);
    assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
