package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.BatchObservation;
import seda.kernel.ClassSnapshot;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.EventHandler;
import seda.kernel.GraphSnapshot;
import seda.kernel.IoSource;
import seda.kernel.PoolObservation;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WindowSnapshot;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Snapshots of a graph. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SnapshotTest {
  private static final Percentage HISTOGRAM = Percentage.withPercentage(1);
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool = graph.workerPool("pool", 1);

  private Stage<Long> stage() {
    Stage<Long> stage = graph.stage(StageConfig.named("s").withBatchSize(1), pool);
    stage.handledBy(EventHandler.each(event -> {}));
    return stage;
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @Test
  void waitingServiceAndResponseAreRecordedApart() {
    Stage<Long> stage = stage();
    simulation.serviceTime(stage, event -> millis(100));
    stage.arrivedAt(entered -> entered);
    graph.start();
    simulation.run(Duration.ofSeconds(1));
    long now = simulation.clock().nanos();
    stage.enqueue(now);
    stage.enqueue(now - millis(500));
    simulation.run(WINDOW);

    ClassSnapshot.Times times = stage.snapshot().classes().get(0).total();
    assertThat(times.waiting().count()).isEqualTo(2);
    assertThat(times.waiting().max()).isCloseTo(millis(100), HISTOGRAM);
    assertThat(times.service().p50()).isCloseTo(millis(100), HISTOGRAM);
    assertThat(times.response().p50()).as("of 100 and 700 ms").isCloseTo(millis(100), HISTOGRAM);
    assertThat(times.response().max()).isCloseTo(millis(700), HISTOGRAM);
    assertThat(stage.snapshot().handler().busyNanos()).isEqualTo(millis(200));
    assertThat(stage.snapshot().meanBatch()).isEqualTo(1);
  }

  @Test
  void countsRefusalsByTheirReason() {
    Stage<Long> stage = stage();
    stage.admission(
        (event, serviceClass, credits, queue) ->
            event == 0
                ? EnqueueResult.ACCEPTED
                : new EnqueueResult(event == 1 ? Outcome.TOO_LATE : Outcome.EARLY, Duration.ZERO));
    stage.enqueue(0L);
    graph.start();
    List.of(0L, 1L, 2L, 2L).forEach(stage::enqueue);

    StageSnapshot snapshot = stage.snapshot();
    assertThat(snapshot.classes().get(0).refused())
        .isEqualTo(Map.of(Outcome.CLOSED, 1L, Outcome.TOO_LATE, 1L, Outcome.EARLY, 2L));
    assertThat(snapshot.rejected()).isEqualTo(4);
    assertThat(snapshot.accepted()).isEqualTo(1);
  }

  @Test
  void historyHoldsAnHourOfWindowsInWhichSomethingHappened() {
    Stage<Long> stage = stage();
    graph.start();
    int windows = (int) Duration.ofHours(3).dividedBy(WINDOW);
    for (int i = 0; i < windows; i++) {
      stage.enqueue(0L);
      simulation.run(WINDOW);
    }
    assertThat(stage.history()).hasSize((int) Duration.ofHours(1).dividedBy(WINDOW));
    assertThat(stage.history()).extracting(WindowSnapshot::completed).containsOnly(1L);
    long first = stage.history().get(0).nanos();
    assertThat(first).isGreaterThan(Duration.ofHours(2).minus(WINDOW).toNanos());

    simulation.run(WINDOW.multipliedBy(10));
    assertThat(stage.history().get(0).nanos()).as("quiet windows push out none").isEqualTo(first);
  }

  @Test
  void recentTimesAreOfTheLastWindowAndTotalsOfAll() {
    Stage<Long> stage = stage();
    simulation.serviceTime(stage, event -> event);
    graph.start();
    stage.enqueue(millis(10));
    simulation.run(WINDOW.plusSeconds(1));
    stage.enqueue(millis(1000));
    simulation.run(WINDOW);

    ClassSnapshot figures = stage.snapshot().classes().get(0);
    assertThat(figures.recent().service().count()).isEqualTo(1);
    assertThat(figures.recent().service().p50()).isCloseTo(millis(1000), HISTOGRAM);
    assertThat(figures.total().service().count()).isEqualTo(2);
  }

  @Test
  void notifiesListenersOnceAWindowEvenIfOneFails() {
    Stage<Long> stage = stage();
    List<GraphSnapshot> told = new ArrayList<>();
    graph.listener(
        snapshot -> {
          throw new IllegalStateException("on purpose");
        });
    graph.listener(told::add);
    graph.start();
    stage.enqueue(0L);
    simulation.run(WINDOW.multipliedBy(3).plusSeconds(1));

    assertThat(told).hasSize(3);
    assertThat(told.get(0).stage("s").completed()).isEqualTo(1);
    assertThat(told.get(0).at()).isEqualTo(java.time.Instant.EPOCH.plusNanos(told.get(0).nanos()));
  }

  @Test
  void showsWhichWayEventsWentAndWhatTheyCost() throws InterruptedException {
    StageGraph real = new StageGraph(Clock.system());
    Processors processors =
        real.processors(ProcessorsConfig.named("domain-p").withCount(1), IoSource::none);
    WorkerPool workers = real.workerPool("domain-pool", 1);
    Stage<Integer> first = real.stage(StageConfig.named("first").withBatchSize(1), processors);
    Stage<Integer> second = real.stage(StageConfig.named("second"), workers);
    Stage<Integer> third = real.stage(StageConfig.named("third"), processors);
    CountDownLatch done = new CountDownLatch(10);
    first.handledBy(
        EventHandler.each(
            event -> {
              second.enqueue(event);
              third.enqueue(burn(event));
            }));
    second.handledBy(EventHandler.each(third::enqueue));
    third.handledBy(EventHandler.each(event -> done.countDown()));
    real.start();
    for (int i = 0; i < 5; i++) {
      first.enqueue(i);
    }
    DomainFixture.await(done);
    assertThat(real.stop(DomainFixture.GRACE)).isTrue();

    GraphSnapshot snapshot = real.snapshot();
    assertThat(snapshot.edges())
        .containsExactlyInAnyOrder(
            new GraphSnapshot.Edge("", "first", 5),
            new GraphSnapshot.Edge("first", "second", 5),
            new GraphSnapshot.Edge("first", "third", 5),
            new GraphSnapshot.Edge("second", "third", 5));
    assertThat(snapshot.stage("first").handler().cpuNanos()).isPositive();
    assertThat(snapshot.stage("first").handler().busyNanos()).isPositive();
  }

  /** Uses CPU time. */
  private static int burn(int from) {
    int x = from;
    for (int i = 0; i < 1_000_000; i++) {
      x = x * 31 + i;
    }
    return x;
  }

  @Test
  void anObservationIsOfTheTimeSinceTheOneBefore() {
    Stage<Long> stage = stage();
    simulation.serviceTime(stage, event -> millis(250));
    graph.start();
    stage.observe();
    pool.observe();
    for (int i = 0; i < 8; i++) {
      stage.enqueue(0L);
    }
    simulation.run(Duration.ofSeconds(1));
    stage.observe(); // requests the measurements, which arrive with the next call
    simulation.run(Duration.ofSeconds(1));
    BatchObservation batches = stage.observe();
    PoolObservation workers = pool.observe();

    assertThat(batches.events()).isEqualTo(4);
    assertThat(batches.batches()).isEqualTo(4);
    assertThat(batches.intervalNanos()).isEqualTo(millis(1000));
    assertThat(workers.completed()).isEqualTo(8);
    assertThat(workers.meanBusy()).isCloseTo(1, within(1e-9));
    assertThat(workers.threads()).isEqualTo(1);
  }
}
