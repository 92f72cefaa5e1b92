package seda.kernel.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import seda.kernel.AdmissionController;
import seda.kernel.Budget;
import seda.kernel.EnqueueResult;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.simulation.VirtualClock;

/**
 * Model checking: runs each small program under many interleavings of its threads, switched at
 * every access to shared memory, and looks for a failed assertion or a deadlock. Assumes sequential
 * consistency; {@link SoakTest} covers weaker memory.
 *
 * <p>The threads of processors do not run; the programs replace them.
 */
@EnabledIfSystemProperty(
    named = "seda.proof",
    matches = "true",
    disabledReason =
        "takes minutes, and takes a slow machine for a hang: run with -Dseda.proof=true")
class ConcurrencyProofTest {
  private static final int INTERLEAVINGS = Integer.getInteger("seda.proof.interleavings", 30);
  private static final ProcessorsConfig PROCESSORS =
      new ProcessorsConfig("p", 2, 2, 1, Duration.ofMillis(1));
  private static final WorkerPoolConfig POOL = WorkerPoolConfig.fixed("pool", 1);

  private static final List<Runnable> PROGRAMS =
      List.of(
          ConcurrencyProofTest::outsideProducersAndTheOwner,
          ConcurrencyProofTest::ownerAndThief,
          ConcurrencyProofTest::endsOfAReservationOnAProcessor,
          ConcurrencyProofTest::endsOfAReservationOnAPool,
          ConcurrencyProofTest::producersAndSwapsOfAdmission,
          ConcurrencyProofTest::producerAndResizes,
          ConcurrencyProofTest::largeAndSmallTakes);

  /**
   * Loads and instruments classes in advance. The checker treats an interleaving of over half a
   * minute as a deadlock, and class loading would slow the first ones.
   */
  @BeforeAll
  static void prepareClasses() {
    PROGRAMS.forEach(Runnable::run);
    prepare(() -> new OneQueue(StageConfig.named("s")));
    prepare(() -> new OneQueue(StageConfig.named("s")).queue.enqueue("a"));
    prepare(() -> new OneLane(StageConfig.named("s")));
    prepare(() -> new OneLane(StageConfig.named("s")).lane.enqueueFromOutside("a"));
    PROGRAMS.forEach(ConcurrencyProofTest::prepare);
  }

  /**
   * Ignores failures: they recur in the program's own test, and a slow machine may be ready by
   * then.
   */
  private static void prepare(Runnable program) {
    try {
      Lincheck.runConcurrentTest(1, program);
    } catch (LincheckAssertionError e) {
      System.err.println("model checking: preparation took too long");
    }
  }

  private static void check(Runnable program) {
    Lincheck.runConcurrentTest(INTERLEAVINGS, program);
  }

  @Test
  void aLaneNeitherLosesNorDoublesWhatOutsideProducersBring() {
    check(ConcurrencyProofTest::outsideProducersAndTheOwner);
  }

  @Test
  void aStolenEventIsHandledByTheThiefOrTheOwner() {
    check(ConcurrencyProofTest::ownerAndThief);
  }

  @Test
  void aReservationOnAProcessorEndsOnceAndNotAfterTheClose() {
    check(ConcurrencyProofTest::endsOfAReservationOnAProcessor);
  }

  @Test
  void aReservationOnAPoolEndsOnceAndNotAfterTheClose() {
    check(ConcurrencyProofTest::endsOfAReservationOnAPool);
  }

  @Test
  void eachEventIsJudgedByOneOfTwoAdmissionControllers() {
    check(ConcurrencyProofTest::producersAndSwapsOfAdmission);
  }

  @Test
  void aPoolThatIsResizedForgetsNoEventAndNoThread() {
    check(ConcurrencyProofTest::producerAndResizes);
  }

  @Test
  void aBudgetRefusesNoSmallTakeForALargeOneThatFails() {
    check(ConcurrencyProofTest::largeAndSmallTakes);
  }

  // ---- the programs

  private static void outsideProducersAndTheOwner() {
    OneLane lane = new OneLane(StageConfig.named("s").withQueueCapacity(3).withBatchSize(2));
    AtomicInteger accepted = new AtomicInteger();
    Thread one = start(() -> count(accepted, lane.lane.enqueueFromOutside("a")));
    Thread other =
        start(
            () -> {
              count(accepted, lane.lane.enqueueAllFromOutside(List.of("b1", "b2")));
              count(accepted, lane.lane.enqueueFromOutside("c"));
            });
    if (lane.lane.enqueueLocal("own").accepted()) {
      accepted.incrementAndGet();
    }
    lane.processor.receive();
    lane.lane.runBatch();
    join(one);
    join(other);
    lane.finish();

    int events = lane.handled.contains("b1") ? accepted.get() + 1 : accepted.get();
    require(lane.handled.size() == events, lane.handled + " of " + events);
    require(lane.handled.stream().distinct().count() == events, lane.handled.toString());
    require(
        !lane.handled.contains("b1")
            || lane.handled.indexOf("b2") == lane.handled.indexOf("b1") + 1,
        lane.handled.toString());
    require(lane.stage.isIdle() && lane.lane.credits() == 0, "credits " + lane.lane.credits());
  }

  private static void ownerAndThief() {
    OneLane lane = new OneLane(StageConfig.named("s").withBatchSize(1).withStealable(true));
    EventLoop helper = new EventLoop(lane.domain, 1, PROCESSORS, lane.clock, IoSource::none);
    ProcessorQueue<String> own = new ProcessorQueue<>(lane.stage, helper);
    lane.lane.enqueueLocal("a");
    lane.lane.enqueueLocal("b");
    Thread thief = start(() -> own.runStolen(lane.lane));
    lane.lane.enqueueLocal("c");
    lane.lane.runBatch();
    join(thief);
    lane.finish();

    require(lane.handled.size() == 3, lane.handled.toString());
    require(lane.handled.containsAll(List.of("a", "b", "c")), lane.handled.toString());
    require(lane.stage.isIdle() && lane.lane.credits() == 0, "credits " + lane.lane.credits());
  }

  private static void endsOfAReservationOnAProcessor() {
    OneLane lane = new OneLane(StageConfig.named("s").withQueueCapacity(2));
    StageQueue.Claim<String> claim = lane.lane.claim(List.of("a", "b"));
    EnqueueResult[] committed = race(lane.stage, claim);
    lane.finish();

    require(lane.handled.size() == (committed[0].accepted() ? 2 : 0), lane.handled.toString());
    require(lane.stage.isIdle() && lane.lane.credits() == 0, "credits " + lane.lane.credits());
  }

  private static void endsOfAReservationOnAPool() {
    OneQueue pool = new OneQueue(StageConfig.named("s").withQueueCapacity(2));
    StageQueue.Claim<String> claim = pool.queue.claim(List.of("a", "b"));
    EnqueueResult[] committed = race(pool.stage, claim);
    pool.finish();

    require(pool.handled.size() == (committed[0].accepted() ? 2 : 0), pool.handled.toString());
    require(pool.stage.isIdle() && pool.queue.credits() == 0, "credits " + pool.queue.credits());
  }

  /** Commits, aborts, expires and closes concurrently; returns the results of the commits. */
  private static EnqueueResult[] race(QueuedStage<String> stage, StageQueue.Claim<String> claim) {
    QueueReservation reservation = new QueueReservation(claim, claim::enqueue);
    EnqueueResult[] results = new EnqueueResult[2];
    Thread commits = start(() -> results[0] = reservation.commit());
    Thread aborts = start(reservation::abort);
    Thread expires = start(reservation::expire);
    stage.drain();
    results[1] = reservation.commit();
    join(commits);
    join(aborts);
    join(expires);
    require(!results[1].accepted(), "committed after the close: " + results[1]);
    return results;
  }

  private static void producersAndSwapsOfAdmission() {
    OneQueue pool = new OneQueue(StageConfig.named("s"));
    AtomicInteger accepted = new AtomicInteger();
    AtomicInteger judgedByFirst = new AtomicInteger();
    AtomicInteger judgedBySecond = new AtomicInteger();
    AdmissionController<String> takesAll =
        (event, serviceClass, credits, queue) -> {
          judgedByFirst.incrementAndGet();
          return EnqueueResult.ACCEPTED;
        };
    AdmissionController<String> takesNone =
        (event, serviceClass, credits, queue) -> {
          judgedBySecond.incrementAndGet();
          return EnqueueResult.FULL;
        };
    pool.stage.admission(takesAll);
    Thread one =
        start(
            () -> {
              count(accepted, pool.queue.enqueue("a1"));
              count(accepted, pool.queue.enqueue("a2"));
            });
    Thread other = start(() -> count(accepted, pool.queue.enqueue("b")));
    pool.stage.admission(takesNone);
    pool.stage.admission(takesAll);
    join(one);
    join(other);
    pool.finish();

    require(judgedByFirst.get() + judgedBySecond.get() == 3, "judged once each");
    require(judgedByFirst.get() == accepted.get(), "accepted by who takes all");
    require(pool.handled.size() == accepted.get(), pool.handled.toString());
    require(pool.stage.isIdle(), "all have ended");
  }

  /** A lost wake-up leaves the program waiting, which the model checker reports. */
  private static void producerAndResizes() {
    WorkerPoolConfig config =
        WorkerPoolConfig.fixed("pool", 1).withThreads(1, 2).withSpin(Duration.ZERO);
    // no constructor reference: the model checker would not instrument its caller
    OneQueue pool =
        new OneQueue(
            StageConfig.named("s").withBatchSize(1), config, made -> new ThreadWorkers(made));
    CountDownLatch handled = new CountDownLatch(2);
    pool.whenHandled = handled::countDown;
    pool.pool.start();
    Thread producer =
        start(
            () -> {
              require(pool.queue.enqueue("a").accepted(), "a");
              require(pool.queue.enqueue("b").accepted(), "b");
            });
    pool.pool.resize(2);
    pool.pool.resize(1);
    join(producer);
    awaitUninterruptibly(handled);
    pool.pool.stop();

    require(pool.handled.size() == 2, pool.handled.toString());
    require(pool.pool.running().isEmpty(), "threads are left");
  }

  /** The large take never fits; the two small ones always do. */
  private static void largeAndSmallTakes() {
    Budget budget = new Budget(10);
    budget.tryTake(1);
    Thread large = start(() -> require(!budget.tryTake(10), "the large take"));
    Thread small =
        start(
            () -> {
              require(budget.tryTake(4, 1), "a small take");
              budget.giveBack(4);
            });
    require(budget.tryTake(4, 1), "the other small take");
    join(large);
    join(small);
    require(budget.left() == 5, "left " + budget.left());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // ---- fixtures

  private abstract static class OneStage {
    final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    final List<String> handled = new ArrayList<>();
    Runnable whenHandled = () -> {};

    QueuedStage<String> open(StageConfig config, RuntimeDomain domain) {
      StageContext context =
          new StageContext(clock, null, new Tracer(clock, 1), new OutsideDelay(clock, () -> 0), 1);
      QueuedStage<String> stage = new QueuedStage<>(config, domain, context);
      stage.handledBy(
          batch -> {
            synchronized (handled) {
              while (batch.hasNext()) {
                handled.add(batch.next());
                whenHandled.run();
              }
            }
          });
      stage.open();
      return stage;
    }
  }

  /** A stage's queue on a processor whose thread is the program's main thread. */
  private static final class OneLane extends OneStage {
    final EventLoops domain = new EventLoops(PROCESSORS, clock, IoSource::none);
    final EventLoop processor = new EventLoop(domain, 0, PROCESSORS, clock, IoSource::none);
    final QueuedStage<String> stage;
    final ProcessorQueue<String> lane;

    OneLane(StageConfig config) {
      stage = open(config, domain);
      lane = new ProcessorQueue<>(stage, processor);
    }

    void finish() {
      do {
        processor.receive();
      } while (lane.runBatch());
    }
  }

  /** A stage's queue on a pool, without workers by default. */
  private static final class OneQueue extends OneStage {
    final SharedPool pool;
    final QueuedStage<String> stage;
    final StageQueue<String> queue;

    OneQueue(StageConfig config) {
      this(config, POOL, made -> new NoWorkers());
    }

    OneQueue(StageConfig config, WorkerPoolConfig poolConfig, Workers.Factory workers) {
      pool = new SharedPool(poolConfig, clock, workers);
      stage = open(config, pool);
      queue = pool.queueFor(stage);
    }

    void finish() {
      pool.lock.lock();
      try {
        for (var next = pool.take(0); next != null; next = pool.take(0)) {
          serve(next);
        }
      } finally {
        pool.lock.unlock();
      }
    }

    private <E> void serve(PoolBatch<E> batch) {
      batch.stage().runner().run(batch);
      batch.stage().runner().ended(batch, 0, 0);
      batch.queue().ended(batch, 0);
    }
  }

  private static final class NoWorkers implements Workers {
    @Override
    public Wakeup next(int batchLimit) {
      return null;
    }

    @Override
    public void resize(int target) {}

    @Override
    public int size() {
      return 0;
    }

    @Override
    public int wanted() {
      return 0;
    }

    @Override
    public int idleSince(long nanos) {
      return 0;
    }

    @Override
    public List<Thread> threads() {
      return List.of();
    }

    @Override
    public void stop() {}
  }

  private static void count(AtomicInteger accepted, EnqueueResult result) {
    if (result.accepted()) {
      accepted.incrementAndGet();
    }
  }

  private static Thread start(Runnable code) {
    Thread thread = new Thread(code);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
