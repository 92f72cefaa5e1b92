package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/** Bounded flows on real threads: one flow blocks all threads that it may hold. */
class BoundedFlowsTest extends DomainFixture {
  private static final int THREADS = 4;

  private final Semaphore blocked = new Semaphore(0);
  private final AtomicInteger inside = new AtomicInteger();
  private final WorkerPool pool = graph.workerPool("pool", THREADS);

  @Override
  ThreadDomain oneThread(StageGraph unused) {
    return pool;
  }

  @Override
  ThreadDomain severalThreads(StageGraph unused) {
    return pool;
  }

  private Stage<Integer> stage(String name, EventHandler<Integer> handler) {
    StageConfig config = StageConfig.named(name).withBatchSize(1);
    Stage<Integer> stage = graph.stage(config, pool);
    return stage.handledBy(handler).listener(recorder).turnsBy(flow -> flow).boundedFlows();
  }

  private Stage<Integer> blocking() {
    return stage(
        "blocking",
        batch -> {
          batch.next();
          inside.incrementAndGet();
          blocked.acquire();
        });
  }

  private static void eventually(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("did not come true").isNegative();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private long parked() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("pool-"))
        .filter(thread -> thread.getKey().getState() == Thread.State.WAITING)
        .count();
  }

  @Test
  void othersAreServedAndTheFreeThreadsSleep() throws InterruptedException {
    CountDownLatch others = new CountDownLatch(100);
    Stage<Integer> blocking = blocking();
    Stage<Integer> quick = stage("quick", EventHandler.each(flow -> others.countDown()));
    graph.start();
    for (int i = 0; i < 20; i++) {
      assertThat(blocking.enqueue(1).accepted()).isTrue();
    }
    eventually(() -> inside.get() == THREADS / 2);
    for (int i = 0; i < 100; i++) {
      assertThat(quick.enqueue(2 + i % 3).accepted()).isTrue();
    }
    await(others);

    eventually(() -> parked() == THREADS); // two in the handler, two idle though events wait
    assertThat(inside).hasValue(THREADS / 2);
    blocked.release(20);
    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(inside).hasValue(20);
    assertAllEnded(blocking.snapshot());
  }

  @Test
  void aStageThatClosesShedsWhatAFullFlowLeft() throws InterruptedException {
    Stage<Integer> blocking = blocking();
    graph.start();
    for (int i = 0; i < 10; i++) {
      assertThat(blocking.enqueue(1).accepted()).isTrue();
    }
    eventually(() -> inside.get() == THREADS / 2);

    Thread destroyer = new Thread(() -> graph.destroy(blocking, Duration.ZERO));
    destroyer.start();
    eventually(() -> shed.size() == 10 - THREADS / 2);
    blocked.release(10);
    destroyer.join();
    assertAllEnded(blocking.snapshot());
  }
}
