package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import seda.kernel.Batch;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.ThreadDomain;

/** Contract of the lifecycle of stages in a running graph, on either domain. */
abstract class LifecycleContract extends DomainFixture {
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /** Records its calls. */
  private final class Noting implements EventHandler<String> {
    private final String name;
    private final Throwable initFailure;

    Noting(String name) {
      this(name, null);
    }

    Noting(String name, Throwable initFailure) {
      this.name = name;
      this.initFailure = initFailure;
    }

    @Override
    public void init(Stage<String> stage) throws Exception {
      calls.add("init " + name);
      if (initFailure instanceof Error error) {
        throw error;
      } else if (initFailure != null) {
        throw (Exception) initFailure;
      }
    }

    @Override
    public void handle(Batch<String> batch) {
      while (batch.hasNext()) {
        calls.add(name + " " + batch.next());
      }
    }

    @Override
    public void destroy() throws Exception {
      calls.add("destroy " + name);
      throw new java.io.IOException("on purpose: is logged");
    }
  }

  private Stage<String> stage(ThreadDomain domain, String name) {
    Stage<String> stage = graph.stage(StageConfig.named(name), domain);
    return stage.handledBy(new Noting(name)).listener(recorder);
  }

  @Test
  void beginsTheHandlerBeforeTheFirstEventAndEndsItOnceAfterTheLast() {
    Stage<String> stage = stage(oneThread(graph), "s");
    graph.start();
    stage.enqueue("a");
    stage.enqueue("b");
    graph.stop(GRACE);
    graph.stop(GRACE);

    assertThat(calls).containsExactly("init s", "s a", "s b", "destroy s");
  }

  @Test
  void findsAStageByItsName() {
    Stage<String> stage = stage(oneThread(graph), "s");

    assertThat(graph.find("s")).contains(stage);
    assertThat(graph.find("other")).isEmpty();
    assertThatThrownBy(() -> stage(stage.domain(), "s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two stages named s");
    assertThatThrownBy(() -> graph.sink("other").enqueue("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other");
  }

  @Test
  void opensAStageWhileTheGraphRuns() {
    ThreadDomain domain = oneThread(graph);
    stage(domain, "first");
    graph.start();
    Stage<String> late = stage(domain, "late");

    assertThat(late.enqueue("too early")).isEqualTo(EnqueueResult.CLOSED);
    graph.open(late);
    assertThat(late.enqueue("a").accepted()).isTrue();
    assertThatThrownBy(() -> graph.open(late)).isInstanceOf(IllegalStateException.class);

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(calls)
        .containsExactly("init first", "init late", "late a", "destroy first", "destroy late");
  }

  @Test
  void aStageThatWasNeverOpenedDoesNotHinderTheEnd() {
    ThreadDomain domain = oneThread(graph);
    stage(domain, "s");
    graph.start();
    graph.<String>stage(StageConfig.named("never opened"), domain);

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(calls).containsExactly("init s", "destroy s");
  }

  @Test
  void aStageWhoseHandlerDoesNotBeginStaysClosed() {
    ThreadDomain domain = oneThread(graph);
    graph.start();
    Stage<String> broken = graph.stage(StageConfig.named("broken"), domain);
    broken.handledBy(new Noting("broken", new java.io.IOException("no disk")));

    assertThatThrownBy(() -> graph.open(broken)).hasRootCauseMessage("no disk");

    assertThat(broken.enqueue("x")).isEqualTo(EnqueueResult.CLOSED);
    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(calls).containsExactly("init broken");
  }

  @Test
  void anExceptionInAStartStopsWhatHadStarted() {
    startFailsWith(new java.io.IOException("on purpose"));
  }

  @Test
  void anErrorInAStartStopsWhatHadStarted() {
    startFailsWith(new NoClassDefFoundError("on purpose"));
  }

  private void startFailsWith(Throwable failure) {
    ThreadDomain domain = severalThreads(graph);
    stage(domain, "first");
    Stage<String> broken = graph.stage(StageConfig.named("broken"), domain);
    broken.handledBy(new Noting("broken", failure));
    stage(domain, "last");

    assertThatThrownBy(graph::start).hasStackTraceContaining("on purpose");

    assertThat(calls).containsExactly("init first", "init broken", "destroy first");
    assertThat(threadsNamed("domain-several")).isEmpty();
    assertThatThrownBy(graph::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void destroyingAStageHandlesWhatItHasAndEndsItsHandlerOnce() throws InterruptedException {
    ThreadDomain domain = oneThread(graph);
    stage(domain, "other");
    Stage<String> stage = graph.stage(StageConfig.named("s").withBatchSize(1), domain);
    Held<String> handler = new Held<>();
    AtomicInteger ended = new AtomicInteger();
    stage.handledBy(
        new EventHandler<>() {
          @Override
          public void handle(Batch<String> batch) throws InterruptedException {
            handler.handle(batch);
          }

          @Override
          public void destroy() {
            assertThat(handler.handled).hasSize(3);
            ended.incrementAndGet();
          }
        });
    graph.start();
    handler.hold(stage, "a");
    stage.enqueue("b");
    stage.enqueue("c");
    handler.release();

    assertThat(graph.destroy(stage, GRACE)).isTrue();

    assertThat(handler.handled).containsExactly("a", "b", "c");
    assertThat(stage.enqueue("d")).isEqualTo(EnqueueResult.CLOSED);
    assertThat(graph.find("s")).isEmpty();
    assertThat(graph.snapshot().stages()).extracting(StageSnapshot::stage).containsOnly("other");
    graph.stop(GRACE);
    assertThat(ended).hasValue(1);
  }

  @Test
  void destroyingAStageShedsWhatItHasAfterTheGraceAndWaitsForItsLastBatch()
      throws InterruptedException {
    Stage<String> stage = graph.stage(StageConfig.named("s").withBatchSize(1), oneThread(graph));
    stage.listener(recorder);
    stage(stage.domain(), "other");
    Held<String> handler = new Held<>();
    List<Integer> handledAtTheEnd = new CopyOnWriteArrayList<>();
    stage.handledBy(
        new EventHandler<>() {
          @Override
          public void handle(Batch<String> batch) throws InterruptedException {
            handler.handle(batch);
          }

          @Override
          public void destroy() {
            handledAtTheEnd.add(handler.handled.size());
          }
        });
    graph.start();
    handler.hold(stage, "running");
    stage.enqueue("queued");
    AtomicReference<Boolean> drained = new AtomicReference<>();
    Thread destroyer = new Thread(() -> drained.set(graph.destroy(stage, Duration.ZERO)));
    destroyer.start();
    // if released before the grace is over, the handler might finish the queued events in time
    while (!((QueuedStage<?>) stage).queueAdmission().hasStopped()) {
      Thread.onSpinWait();
    }
    handler.release();
    destroyer.join();

    assertThat(stage.enqueue("late")).isEqualTo(EnqueueResult.CLOSED);
    assertThat(drained).hasValue(false);
    assertThat(handledAtTheEnd).containsExactly(handler.handled.size());
    assertAllEnded(stage.snapshot());
    assertThat(handler.handled).contains("running");
  }

  @Test
  void aReplacementTakesOverWithoutLosingOrDoublingAnEvent() throws InterruptedException {
    ThreadDomain domain = severalThreads(graph);
    StageConfig config = StageConfig.named("s").withQueueCapacity(100_000);
    Stage<Integer> current = graph.stage(config, domain);
    Queue<Integer> handled = new ConcurrentLinkedQueue<>();
    current.handledBy(EventHandler.each(handled::add));
    graph.start();
    Sink<Integer> sink = graph.sink("s");
    AtomicInteger accepted = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch replaced = new CountDownLatch(1);
    Thread producer =
        new Thread(
            () -> {
              for (int i = 0; i < 3_000 || replaced.getCount() > 0; i++) {
                EnqueueResult result = sink.enqueue(i);
                accepted.addAndGet(result.accepted() ? 1 : 0);
                closed.addAndGet(result.outcome() == EnqueueResult.Outcome.CLOSED ? 1 : 0);
                begun.countDown();
              }
            });
    producer.start();
    await(begun);
    List<Stage<Integer>> lived = new ArrayList<>(List.of(current));
    while (producer.isAlive()) {
      Stage<Integer> next = graph.successor(config, domain);
      next.handledBy(EventHandler.each(handled::add));
      assertThat(graph.replace(current, next, GRACE)).isTrue();
      replaced.countDown();
      assertAllEnded(current.snapshot());
      current = next;
      lived.add(next);
    }
    producer.join();
    graph.stop(GRACE);

    assertThat(lived).hasSizeGreaterThan(1);
    assertThat(closed).hasValue(0);
    assertThat(handled).doesNotHaveDuplicates().hasSize(accepted.get());
  }

  @Test
  void aSuccessorIsLikeTheStageBefore() {
    ThreadDomain domain = oneThread(graph);
    StageConfig config = StageConfig.named("s").withQueueCapacity(7);
    Stage<String> stage = graph.stage(config, domain);
    stage.handledBy(new Noting("first")).listener(recorder).weighedBy(String::length).pinned();
    graph.start();
    Stage<String> next = graph.successor(stage);
    assertThat(graph.replace(stage, next, GRACE)).isTrue();

    assertThat(graph.find("s")).contains(next);
    assertThat(next.config()).isEqualTo(config);
    assertThat(next.isPinned()).isTrue();
    assertThat(graph.<String>sink("s").enqueueAll(List.of("four", "fours")))
        .isEqualTo(EnqueueResult.FULL);
    graph.<String>sink("s", 0).enqueue("x");
    graph.stop(GRACE);
    assertThat(calls).contains("first x");
  }

  @Test
  void aReplacementThatIsRefusedIsNotOpened() {
    ThreadDomain domain = oneThread(graph);
    Stage<String> stage = stage(domain, "s");
    graph.start();
    Stage<String> other = graph.successor(StageConfig.named("other"), domain);
    other.handledBy(new Noting("other"));

    assertThatThrownBy(() -> graph.replace(stage, other, GRACE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other");

    assertThat(other.enqueue("x")).isEqualTo(EnqueueResult.CLOSED);
    assertThat(calls).containsExactly("init s");
    assertThat(stage.enqueue("x").accepted()).isTrue();
  }

  @Test
  void aThreadOfTheGraphCanNotWaitForItself() {
    List<Throwable> refusals = new CopyOnWriteArrayList<>();
    Stage<String> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.listener(
        new EventListener<>() {
          @Override
          public void failed(String event, Throwable cause) {
            refusals.add(cause);
          }

          @Override
          public void shed(String event) {}
        });
    stage.handledBy(
        EventHandler.each(
            event -> {
              if (event.equals("destroy")) {
                graph.destroy(stage, GRACE);
              } else {
                graph.stop(GRACE);
              }
            }));
    graph.start();
    stage.enqueue("destroy");
    stage.enqueue("stop");

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(refusals).hasSize(2).allMatch(IllegalStateException.class::isInstance);
  }
}
