package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.ClassSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

class WorkerPoolTest extends StageContract {
  @Override
  ThreadDomain oneThread(StageGraph graph) {
    return graph.workerPool("domain-one", 1);
  }

  @Override
  ThreadDomain severalThreads(StageGraph graph) {
    return graph.workerPool("domain-several", 3);
  }

  @Test
  void growsAndShrinksWithinItsBoundsAndLeavesNoThread() throws InterruptedException {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("domain-pool", 2).withThreads(2, 5));
    graph.stage(StageConfig.named("s"), pool).handledBy(EventHandler.each(event -> {}));
    graph.start();
    assertThat(pool.threads()).isEqualTo(2);

    pool.resize(100);
    assertThat(pool.threads()).isEqualTo(5);
    pool.resize(0);
    awaitThreads(pool, 2);

    graph.stop(GRACE);
    assertThat(pool.threads()).isZero();
    pool.resize(4);
    assertThat(threadsNamed("domain-pool")).isEmpty();
  }

  private static void awaitThreads(WorkerPool pool, int count) {
    while (pool.threads() != count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theWorkersThatHaveBeenIdleLongestLeave() throws InterruptedException {
    WorkerPool pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("domain-pool", 1)
                .withThreads(1, 3)
                .withIdleTime(Duration.ofNanos(1)));
    Queue<Thread> used = new ConcurrentLinkedQueue<>();
    Stage<CountDownLatch> stage = graph.stage(StageConfig.named("s").withBatchSize(1), pool);
    stage.handledBy(
        EventHandler.each(
            handled -> {
              used.add(Thread.currentThread());
              handled.countDown();
            }));
    graph.start();
    pool.resize(3);
    awaitIdle(pool, 3);
    CountDownLatch handled = new CountDownLatch(1);
    stage.enqueue(handled);
    await(handled);
    awaitIdle(pool, 3);

    pool.resize(1);
    awaitThreads(pool, 1);

    assertThat(((SharedPool) pool).running()).containsExactlyElementsOf(used);
  }

  @Test
  void countsTheCpuTimeOfWorkersThatHaveLeft() {
    WorkerPool pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("domain-pool", 1)
                .withThreads(1, 8)
                .withIdleTime(Duration.ofNanos(1)));
    graph.stage(StageConfig.named("s"), pool).handledBy(EventHandler.each(event -> {}));
    graph.start();
    pool.resize(8);
    awaitIdle(pool, 8);
    long before = pool.snapshot().cpuNanos();

    pool.resize(1);
    awaitThreads(pool, 1);

    assertThat(before).isPositive();
    assertThat(pool.snapshot().cpuNanos()).isGreaterThanOrEqualTo(before);
  }

  private static void awaitIdle(WorkerPool pool, int count) {
    while (pool.observe().idleLong() != count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aBusyWorkerThatIsNotWantedLeavesAfterItsBatch() throws InterruptedException {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("domain-pool", 1).withThreads(1, 2));
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(1), pool);
    CountDownLatch busy = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    stage.handledBy(
        EventHandler.each(
            event -> {
              busy.countDown();
              go.await();
            }));
    graph.start();
    pool.resize(2);
    for (int i = 0; i < 10; i++) {
      stage.enqueue(i);
    }
    await(busy);

    pool.resize(1);
    assertThat(pool.threads()).isEqualTo(2);
    go.countDown();
    awaitThreads(pool, 1);

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(stage.snapshot().completed()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5_000, 100_000})
  void losesNoWakeupWhileItIsResized(int spinNanos) throws Exception {
    WorkerPool pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("domain-pool", 1)
                .withThreads(1, 4)
                .withSpin(Duration.ofNanos(spinNanos)));
    Stage<CountDownLatch> stage = graph.stage(StageConfig.named("s").withBatchSize(1), pool);
    stage.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    ExecutorService resizer = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 500; i++) {
      int size = i * 7 % 4;
      Future<?> resized =
          resizer.submit(
              () -> {
                pool.resize(4 - size);
                pool.resize(1 + size);
              });
      CountDownLatch handled = new CountDownLatch(1 + i % 3);
      for (int event = i % 3; event >= 0; event--) {
        stage.enqueue(handled);
      }
      resized.get();
      await(handled); // no later event wakes a worker
    }
    resizer.shutdown();
    graph.stop(GRACE);

    assertThat(threadsNamed("domain-pool")).isEmpty();
  }

  @Test
  void endsAWorkerThatStillLooksForWork() {
    WorkerPool pool =
        graph.workerPool(WorkerPoolConfig.fixed("domain-pool", 1).withSpin(Duration.ofMillis(200)));
    graph.stage(StageConfig.named("s"), pool).handledBy(EventHandler.each(event -> {}));
    graph.start();

    graph.stop(GRACE);

    assertThat(pool.threads()).isZero();
  }

  @Test
  void endsItsThreadsWithItsLastStage() {
    WorkerPool pool = graph.workerPool("domain-pool", 2);
    Stage<Integer> first = graph.stage(StageConfig.named("first"), pool);
    Stage<Integer> last = graph.stage(StageConfig.named("last"), pool);
    first.handledBy(EventHandler.each(event -> {}));
    last.handledBy(EventHandler.each(event -> {}));
    graph.start();

    graph.destroy(first, GRACE);
    assertThat(pool.threads()).isEqualTo(2);
    assertThat(last.enqueue(1).accepted()).isTrue();
    graph.destroy(last, GRACE);

    assertThat(pool.threads()).isZero();
    assertThat(threadsNamed("domain-pool")).isEmpty();
    assertThat(graph.snapshot().domains()).isEmpty();
  }

  @Test
  void staysForAStageThatIsDeclaredButNotOpenYet() throws InterruptedException {
    WorkerPool pool = graph.workerPool("domain-pool", 1);
    Stage<Integer> first = graph.stage(StageConfig.named("first"), pool);
    first.handledBy(EventHandler.each(event -> {}));
    graph.start();
    CountDownLatch handled = new CountDownLatch(1);
    Stage<Integer> next = graph.stage(StageConfig.named("next"), pool);
    next.handledBy(EventHandler.each(event -> handled.countDown()));

    graph.destroy(first, GRACE);
    graph.open(next);
    assertThat(next.enqueue(1).accepted()).isTrue();

    await(handled);
  }

  @Test
  void doesNotOpenAStageOnceItHasEnded() {
    WorkerPool pool = graph.workerPool("domain-pool", 1);
    StageConfig config = StageConfig.named("s");
    Stage<Integer> stage = graph.stage(config, pool);
    stage.handledBy(EventHandler.each(event -> {}));
    graph.start();
    Stage<Integer> successor = graph.successor(config, pool);
    successor.handledBy(EventHandler.each(event -> {}));
    graph.destroy(stage, GRACE);

    assertThatThrownBy(() -> graph.open(successor))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("domain-pool");
    assertThat(successor.enqueue(1)).isEqualTo(EnqueueResult.CLOSED);
  }

  // ---- order of service

  private static final ServiceClass LOW = new ServiceClass("low", 1);

  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  private WorkerPool pool(ServiceOrder serviceOrder) {
    return graph.workerPool(WorkerPoolConfig.fixed("domain-pool", 1).withOrder(serviceOrder));
  }

  private Stage<String> stage(StageConfig config, WorkerPool pool) {
    Stage<String> stage = graph.stage(config.withBatchSize(1), pool);
    return stage
        .classifiedBy(event -> event.startsWith("low") ? LOW : ServiceClass.DEFAULT)
        .handledBy(
            EventHandler.each(
                event -> {
                  busy.countDown();
                  go.await();
                  order.add(event);
                }));
  }

  private void start(Stage<String> stage) throws InterruptedException {
    graph.start();
    stage.enqueue("held");
    await(busy);
  }

  private List<String> orderOf(int events) {
    go.countDown();
    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(order).hasSize(events + 1);
    return order.subList(1, order.size());
  }

  @Test
  void firstInFirstOutServesWhatHasWaitedLongest() throws InterruptedException {
    WorkerPool pool = pool(ServiceOrder.FIFO);
    Stage<String> a = stage(StageConfig.named("a"), pool);
    Stage<String> b = stage(StageConfig.named("b"), pool);
    Stage<String> c = stage(StageConfig.named("c"), pool);
    start(a);
    c.enqueue("1");
    a.enqueue("2");
    b.enqueue("low 3");
    a.enqueue("4");

    assertThat(orderOf(4)).containsExactly("1", "2", "low 3", "4");
  }

  @Test
  void longestQueueServesTheStageWithMostCreditsWaiting() throws InterruptedException {
    WorkerPool pool = pool(ServiceOrder.LONGEST_QUEUE);
    Stage<String> one = stage(StageConfig.named("one"), pool);
    Stage<String> three = stage(StageConfig.named("three"), pool);
    Stage<String> heavy = stage(StageConfig.named("heavy"), pool).weighedBy(event -> 10);
    start(one);
    one.enqueue("one");
    List.of("three 1", "three 2", "three 3").forEach(three::enqueue);
    heavy.enqueue("heavy");

    assertThat(orderOf(5).subList(0, 3)).containsExactly("heavy", "three 1", "three 2");
  }

  @Test
  void priorityServesTheStageWhoseNextEventHasTheHighestClass() throws InterruptedException {
    WorkerPool pool = pool(ServiceOrder.PRIORITY);
    Stage<String> a = stage(StageConfig.named("a"), pool);
    Stage<String> b = stage(StageConfig.named("b"), pool);
    start(a);
    a.enqueue("low 1");
    b.enqueue("low 2");
    b.enqueue("high 1");
    a.enqueue("high 2");

    assertThat(orderOf(4)).containsExactly("high 1", "high 2", "low 1", "low 2");
  }

  @Test
  void leastSlackServesWhatHasLeastTimeToLose() throws InterruptedException {
    WorkerPool pool = pool(ServiceOrder.LEAST_SLACK);
    Stage<String> patient =
        stage(StageConfig.named("patient").withTarget(Duration.ofHours(2)), pool);
    Stage<String> urgent = stage(StageConfig.named("urgent").withTarget(Duration.ofHours(1)), pool);
    long now = graph.clock().nanos();
    long longAgo = now - Duration.ofMinutes(90).toNanos();
    patient.arrivedAt(event -> event.equals("late") ? longAgo : now);
    urgent.arrivedAt(event -> now);
    start(patient);
    patient.enqueue("patient");
    urgent.enqueue("urgent");
    patient.enqueue("late");

    // a stage keeps the order of its queue: "late" is urgent, but behind "patient"
    assertThat(orderOf(3)).containsExactly("urgent", "patient", "late");
  }

  @Test
  void leastSlackCountsFromWhenAnEventEnteredTheService() throws InterruptedException {
    WorkerPool pool = pool(ServiceOrder.LEAST_SLACK);
    StageConfig config = StageConfig.named("a").withTarget(Duration.ofHours(1));
    Stage<String> a = stage(config, pool);
    Stage<String> b = stage(StageConfig.named("b").withTarget(Duration.ofHours(1)), pool);
    long now = graph.clock().nanos();
    b.arrivedAt(event -> now - Duration.ofMinutes(30).toNanos());
    start(a);
    a.enqueue("came first");
    b.enqueue("entered the service first");

    assertThat(orderOf(2)).containsExactly("entered the service first", "came first");
  }

  @Test
  void endsAWorkerThatIsDismissedWhileItLooksForWork() throws InterruptedException {
    Duration longer = Duration.ofMillis(200); // than from the event to the stop
    WorkerPool pool =
        graph.workerPool(WorkerPoolConfig.fixed("domain-spinning", 1).withSpin(longer));
    CountDownLatch handled = new CountDownLatch(1);
    Stage<String> stage = graph.stage(StageConfig.named("s"), pool);
    stage.handledBy(EventHandler.each(event -> handled.countDown()));
    graph.start();
    stage.enqueue("x");
    handled.await();

    graph.stop(Duration.ofSeconds(30));

    assertThat(pool.threads()).isZero();
  }

  @Test
  void anEventDoesNotWaitForAWorkerThatBlocksWhileAnotherIsIdle() throws InterruptedException {
    WorkerPool pool = graph.workerPool("domain-shared", 2);
    Stage<CountDownLatch> blocking = graph.stage(StageConfig.named("blocking"), pool);
    Stage<CountDownLatch> releasing = graph.stage(StageConfig.named("releasing"), pool);
    blocking.handledBy(
        EventHandler.each(latch -> assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue()));
    releasing.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    for (int i = 0; i < 100; i++) {
      while (!((SharedPool) pool)
          .running().stream().allMatch(t -> t.getState() == Thread.State.WAITING)) {
        Thread.onSpinWait();
      }
      CountDownLatch latch = new CountDownLatch(1);
      blocking.enqueue(latch);
      releasing.enqueue(latch);
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void hasNoThreadsBeforeItStarts() {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed("domain-later", 1).withThreads(1, 4));
    pool.resize(3);
    assertThat(pool.threads()).isZero();
    graph.start();
    assertThat(pool.threads()).isOne();
  }

  @Test
  void recordsTheTimesOfEachEventWhicheverWorkerRanIt() {
    int events = 1_000;
    WorkerPool pool = graph.workerPool("domain-several", 3);
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(4), pool);
    stage.handledBy(EventHandler.each(event -> {}));
    graph.start();
    for (int i = 0; i < events; i++) {
      assertThat(stage.enqueue(i).accepted()).isTrue();
    }
    assertThat(graph.stop(Duration.ofSeconds(30))).isTrue();

    ClassSnapshot.Times times = stage.snapshot().classes().get(0).total();
    assertThat(times.waiting().count()).isEqualTo(events);
    assertThat(times.service().count()).isEqualTo(events);
    assertThat(times.response().count()).isEqualTo(events);
    assertThat(stage.snapshot().sources()).containsExactly(Map.entry("", (long) events));
  }
}
