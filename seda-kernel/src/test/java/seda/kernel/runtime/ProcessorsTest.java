package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import seda.kernel.ClassSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processor;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Reservation;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

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
  void looksForIoOnceMoreBeforeItSleepsIfItWasBusy() throws InterruptedException {
    assertThat(pollsAfter(4, () -> {}, 2)).containsExactly("looks", "sleeps");
    assertThat(pollsAfter(1, () -> {}, 2)).containsExactly("sleeps", "sleeps");
  }

  @Test
  void looksForIoSixtyTimesBeforeItSleepsIfMoreIsExpected() throws InterruptedException {
    List<String> polls = pollsAfter(1, () -> Processors.current().expectMore(), 62);

    assertThat(polls.subList(0, 60)).containsOnly("looks");
    assertThat(polls.subList(60, 62)).containsOnly("sleeps");
  }

  /** Returns the kinds of polls that follow a poll with {@code events} events. */
  private List<String> pollsAfter(int events, Runnable handler, int count)
      throws InterruptedException {
    StageGraph own = new StageGraph(new VirtualClock(Instant.EPOCH)); // no timer disturbs
    List<String> polls = new CopyOnWriteArrayList<>();
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch left = new CountDownLatch(count);
    Processors processors =
        own.processors(
            config("domain-p", 1),
            processor -> {
              IoSource waiting = IoSource.none(processor);
              return new IoSource() {
                private boolean brought;

                @Override
                public void poll(long timeoutNanos) throws IOException {
                  if (brought && left.getCount() > 0) {
                    polls.add(timeoutNanos == 0 ? "looks" : "sleeps");
                    left.countDown();
                  } else if (brought) {
                    waiting.poll(timeoutNanos);
                  } else {
                    brought = true;
                    try {
                      open.await();
                    } catch (InterruptedException e) {
                      throw new IOException(e);
                    }
                    for (int i = 0; i < events; i++) {
                      own.<Integer>sink("s").enqueue(i);
                    }
                  }
                }

                @Override
                public void wakeup() {
                  waiting.wakeup();
                }

                @Override
                public void close() throws IOException {
                  waiting.close();
                }
              };
            });
    own.stage(StageConfig.named("s"), processors)
        .handledBy(EventHandler.each(event -> handler.run()));
    own.start();
    open.countDown();
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    own.stop(Duration.ofSeconds(10));
    return polls;
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

  @Test
  void anEventThatEndsALongWaitHasNotWaitedItself() throws InterruptedException {
    VirtualClock clock = new VirtualClock(Instant.EPOCH);
    StageGraph virtual = new StageGraph(clock);
    CountDownLatch handled = new CountDownLatch(2);
    Processors processors =
        virtual.processors(
            config("domain-p", 1),
            processor ->
                new Polled(processor) {
                  @Override
                  void polled() {
                    clock.advance(Duration.ofHours(1));
                    while (!virtual.sink("s").enqueue("event").accepted()) {
                      Thread.onSpinWait(); // until the stage is open
                    }
                  }
                });
    Stage<Object> stage = virtual.stage(StageConfig.named("s"), processors);
    stage.handledBy(EventHandler.each(event -> handled.countDown()));
    virtual.start();
    await(handled);
    virtual.stop(GRACE);

    ClassSnapshot.Times times = stage.snapshot().classes().get(0).total();
    assertThat(times.waiting().max()).isZero();
    assertThat(times.response().max()).isZero();
  }

  /** Acts on its first two polls; afterwards it only waits. */
  private abstract static class Polled implements IoSource {
    private final IoSource waiting;
    private int polls;

    Polled(Processor processor) {
      this.waiting = IoSource.none(processor);
    }

    abstract void polled() throws IOException;

    @Override
    public void poll(long timeoutNanos) throws IOException {
      if (polls++ < 2) {
        polled();
      } else {
        waiting.poll(timeoutNanos);
      }
    }

    @Override
    public void wakeup() {
      waiting.wakeup();
    }

    @Override
    public void close() {}
  }

  @Test
  void anErrorInAnIoSourceDoesNotEndTheProcessor() throws InterruptedException {
    CountDownLatch handled = new CountDownLatch(1);
    Processors processors =
        graph.processors(
            config("domain-p", 1),
            processor ->
                new Polled(processor) {
                  @Override
                  void polled() {
                    throw new NoClassDefFoundError("on purpose");
                  }
                });
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), processors);
    stage.handledBy(EventHandler.each(event -> handled.countDown()));
    graph.start();
    stage.enqueue(1);
    await(handled);
  }

  @Test
  void anyFailureToCreateAnIoSourceStopsTheStart() {
    graph.processors(
        config("domain-broken", 2),
        processor -> {
          throw new IllegalStateException("no descriptors left");
        });
    assertThatThrownBy(graph::start).hasRootCauseMessage("no descriptors left");
    assertThat(threadsNamed("domain-broken")).isEmpty();
  }

  @Test
  void processorsThatCanNotStartLaterLeaveNothing() {
    graph.start();
    assertThatThrownBy(
            () ->
                graph.processors(
                    config("domain-broken", 3),
                    processor -> {
                      if (processor.index() == 2) {
                        throw new IOException("no descriptors left");
                      }
                      return IoSource.none(processor);
                    }))
        .hasRootCauseMessage("no descriptors left");
    assertThat(threadsNamed("domain-broken")).isEmpty();
    assertThat(graph.snapshot().domains()).isEmpty();
  }

  // ---- full inbox

  private Stage<Integer> withASmallInbox(Held<Integer> handler) {
    Processors processors =
        graph.processors(
            new ProcessorsConfig("domain-p", 1, 4, 16, Duration.ofMillis(1)), IoSource::none);
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), processors);
    return stage.handledBy(handler).listener(recorder);
  }

  private static int fillInbox(Stage<Integer> stage) {
    int accepted = 0;
    while (stage.enqueue(accepted).accepted()) {
      accepted++;
    }
    return accepted;
  }

  @Test
  void aReservationIsCommittedEvenIfTheInboxIsFull() throws InterruptedException {
    Held<Integer> handler = new Held<>();
    Stage<Integer> stage = withASmallInbox(handler);
    graph.start();
    handler.hold(stage, -1);
    Reservation reservation = stage.reserve(List.of(100, 101), Duration.ofHours(1));
    assertThat(fillInbox(stage)).isLessThan(10);

    assertThat(reservation.commit().accepted()).isTrue();
    handler.release();

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(handler.handled).contains(100, 101);
    assertAllEnded(stage.snapshot());
  }

  @Test
  void aStageIsEmptiedAtItsEndEvenIfTheInboxIsFull() throws InterruptedException {
    Held<Integer> handler = new Held<>();
    Stage<Integer> stage = withASmallInbox(handler);
    graph.start();
    handler.hold(stage, -1);
    int queued = fillInbox(stage);
    Thread destroyer = new Thread(() -> graph.destroy(stage, Duration.ZERO));
    destroyer.start();
    while (stage.enqueue(0).outcome() != EnqueueResult.Outcome.CLOSED) {
      Thread.onSpinWait();
    }
    while (!((QueuedStage<?>) stage).queueAdmission().hasStopped()) {
      Thread.onSpinWait();
    }
    handler.release();
    destroyer.join();

    assertAllEnded(stage.snapshot());
    assertThat(stage.snapshot().accepted()).isEqualTo(queued + 1);
    assertThat(shed).hasSize(queued);
  }
}
