package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;

/** Contract of a stage, on either domain. */
abstract class StageContract extends DomainFixture {
  @Test
  void handlesEachAcceptedEventOnce() {
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), severalThreads(graph));
    stage.handledBy(EventHandler.each(seen::add));
    graph.start();

    List<Integer> accepted = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      if (stage.enqueue(i).accepted()) {
        accepted.add(i);
      }
    }
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(seen).containsExactlyInAnyOrderElementsOf(accepted);
    assertThat(stage.snapshot().completed()).isEqualTo(accepted.size());
    assertThat(stage.snapshot().rejected()).isEqualTo(10_000 - accepted.size());
  }

  @Test
  void refusesWhatDoesNotFitAndNeverBlocks() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    Stage<String> stage =
        graph.stage(StageConfig.named("s").withQueueCapacity(4).withBatchSize(1), oneThread(graph));
    stage.handledBy(
        EventHandler.each(
            event -> {
              busy.countDown();
              go.await();
            }));
    graph.start();
    stage.enqueue("occupies the thread");
    busy.await();

    List<EnqueueResult> results = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      results.add(stage.enqueue("e" + i));
    }
    go.countDown();

    assertThat(results.get(299).accepted()).isFalse();
    assertThat(results.get(299).outcome()).isEqualTo(EnqueueResult.Outcome.FULL);
    long taken = results.stream().filter(EnqueueResult::accepted).count();
    assertThat(taken).isEqualTo(4);
    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(stage.snapshot().completed()).isEqualTo(taken + 1);
  }

  @Test
  void aHandlerMayReorderAndShed() {
    CountDownLatch release = new CountDownLatch(1);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.listener(recorder);
    stage.handledBy(
        batch -> {
          release.await();
          batch.sort(Comparator.reverseOrder());
          while (batch.hasNext()) {
            Integer event = batch.next();
            if (event % 2 == 0) {
              batch.shed();
            } else {
              order.add(event);
            }
          }
        });
    graph.start();
    for (int i = 0; i < 20; i++) {
      stage.enqueue(i);
    }
    release.countDown();
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(order).hasSize(10).allMatch(event -> event % 2 == 1);
    assertThat(shed).hasSize(10).allMatch(event -> (Integer) event % 2 == 0);
    StageSnapshot end = stage.snapshot();
    assertThat(end.completed()).isEqualTo(10);
    assertThat(end.shed()).isEqualTo(10);
  }

  @Test
  void asksTheAdmissionControllerThatIsInForce() {
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.handledBy(EventHandler.each(event -> {}));
    EnqueueResult refused =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofSeconds(7));
    stage.admission(
        (event, serviceClass, credits, queue) -> event < 10 ? EnqueueResult.ACCEPTED : refused);
    graph.start();

    assertThat(stage.enqueue(9).accepted()).isTrue();
    assertThat(stage.enqueue(10)).isEqualTo(refused);
    stage.admission(AdmissionController.always());
    assertThat(stage.enqueue(10).accepted()).isTrue();
  }

  @Test
  void refusesEventsBeforeTheStartAndAfterTheStop() {
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.handledBy(EventHandler.each(event -> {}));
    assertThat(stage.enqueue(1)).isEqualTo(EnqueueResult.CLOSED);
    graph.start();
    assertThat(stage.enqueue(1).accepted()).isTrue();
    graph.stop(GRACE);
    assertThat(stage.enqueue(1)).isEqualTo(EnqueueResult.CLOSED);
  }

  @Test
  void shedsWhatIsLeftWhenTheGraceIsOver() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(1), oneThread(graph));
    stage.listener(recorder);
    stage.handledBy(
        EventHandler.each(
            event -> {
              busy.countDown();
              go.await();
            }));
    graph.start();
    for (int i = 0; i < 10; i++) {
      stage.enqueue(i);
    }
    busy.await();
    Thread stopper = new Thread(() -> graph.stop(Duration.ZERO));
    stopper.start();
    // the stage closes before the threads end
    while (stage.enqueue(99).accepted()) {
      Thread.onSpinWait();
    }
    go.countDown();
    stopper.join();

    StageSnapshot end = stage.snapshot();
    assertThat(end.accepted()).isEqualTo(end.completed() + end.failed() + end.shed());
    assertThat(end.queue().length()).isZero();
    assertThat(shed).hasSize((int) end.shed());
  }

  @Test
  void endsEveryEventThatManyThreadsRaceInWithWhileTheGraphStops() throws InterruptedException {
    AtomicInteger handled = new AtomicInteger();
    Stage<Integer> first = graph.stage(StageConfig.named("first"), severalThreads(graph));
    Stage<Integer> second = graph.stage(StageConfig.named("second"), graph.workerPool("other", 2));
    first.handledBy(EventHandler.each(second::enqueue));
    second.handledBy(EventHandler.each(event -> handled.incrementAndGet()));
    graph.start();
    List<Thread> producers = new ArrayList<>();
    CountDownLatch warm = new CountDownLatch(4);
    for (int p = 0; p < 4; p++) {
      Thread producer =
          new Thread(
              () -> {
                int sent = 0;
                while (first.enqueue(sent).outcome() != EnqueueResult.Outcome.CLOSED) {
                  if (++sent == 1_000) {
                    warm.countDown();
                  }
                }
              });
      producers.add(producer);
      producer.start();
    }
    assertThat(warm.await(30, TimeUnit.SECONDS)).isTrue();
    graph.stop(Duration.ofMillis(ThreadLocalRandom.current().nextInt(20)));
    for (Thread producer : producers) {
      producer.join();
    }
    for (StageSnapshot end : graph.snapshot().stages()) {
      assertThat(end.accepted())
          .as(end.toString())
          .isEqualTo(end.completed() + end.failed() + end.shed());
    }
    assertThat(second.snapshot().completed()).isEqualTo(handled.get());
  }

  @Test
  void restartsInOneJvmWithoutLeavingAThread() {
    Thread[] before = threads();
    for (int i = 0; i < 20; i++) {
      StageGraph again = new StageGraph(Clock.system());
      Stage<Integer> stage = again.stage(StageConfig.named("s"), severalThreads(again));
      stage.handledBy(EventHandler.each(event -> {}));
      again.start();
      stage.enqueue(1);
      assertThat(again.stop(GRACE)).isTrue();
    }
    assertThat(threads()).hasSizeLessThanOrEqualTo(before.length);
  }

  private static Thread[] threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("domain-"))
        .toArray(Thread[]::new);
  }

  @Test
  void doesNotStartWithAStageThatHasNoHandler() {
    graph.<Integer>stage(StageConfig.named("forgotten"), oneThread(graph));
    assertThatThrownBy(graph::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("forgotten");
  }

  @Test
  void givesTheHandlerNoMoreThanTheBatchLimit() throws InterruptedException {
    List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(8), oneThread(graph));
    stage.handledBy(
        batch -> {
          busy.countDown();
          go.await();
          sizes.add(batch.remaining());
          while (batch.hasNext()) {
            batch.next();
          }
        });
    graph.start();
    stage.enqueue(0);
    busy.await();
    for (int i = 0; i < 7; i++) {
      stage.enqueue(i);
    }
    stage.batchLimit(100);
    assertThat(stage.batchLimit()).isEqualTo(8);
    stage.batchLimit(3);
    go.countDown();
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(sizes).containsExactly(1, 3, 3, 1);
  }
}
