package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Sink;
import seda.kernel.StageSnapshot;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/** A graph, its shutdown, and helpers for tests of both domains. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class DomainFixture {
  static final Duration GRACE = Duration.ofSeconds(30);

  final StageGraph graph = new StageGraph(Clock.system());
  final Queue<Object> failed = new ConcurrentLinkedQueue<>();
  final Queue<Object> shed = new ConcurrentLinkedQueue<>();
  final EventListener<Object> recorder =
      new EventListener<>() {
        @Override
        public void failed(Object event, Throwable cause) {
          failed.add(event);
        }

        @Override
        public void shed(Object event) {
          shed.add(event);
        }
      };

  /** Declares the domain under test with one thread. */
  abstract ThreadDomain oneThread(StageGraph graph);

  /** Declares the domain under test with several threads. */
  abstract ThreadDomain severalThreads(StageGraph graph);

  @AfterEach
  void stop() {
    graph.stop(GRACE);
  }

  /** Waits with a generous time-out, so that the test does not depend on speed. */
  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  static void assertAllEnded(StageSnapshot end) {
    assertThat(end.accepted())
        .as(end.toString())
        .isEqualTo(end.completed() + end.failed() + end.shed());
  }

  static List<String> threadsNamed(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** Records the events in the order of handling; the first one blocks the thread. */
  static final class Held<E> implements EventHandler<E> {
    final List<E> handled = new java.util.concurrent.CopyOnWriteArrayList<>();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    @Override
    public void handle(Batch<E> batch) throws InterruptedException {
      holding.countDown();
      go.await();
      while (batch.hasNext()) {
        handled.add(batch.next());
      }
    }

    /** Sends an event and returns once it blocks the thread. */
    void hold(Sink<E> sink, E event) throws InterruptedException {
      assertThat(sink.enqueue(event).accepted()).isTrue();
      await(holding);
    }

    void release() {
      go.countDown();
    }
  }
}
