package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.AdmissionController;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.admission.ClassAdmission;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/**
 * One processor whose handlers advance its clock: an event takes 1.2 ms, the target is 1 s, and
 * 1,200 events arrive at once.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessorForecastTest {
  private static final Duration SERVICE = Duration.ofNanos(1_200_000);
  private static final Duration TARGET = Duration.ofSeconds(1);
  private static final int BURST = 1_200;
  private static final int WARM_UP = 50;

  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final StageGraph graph = new StageGraph(clock);
  private final Processors processors =
      graph.processors(ProcessorsConfig.named("p").withCount(1), IoSource::none);
  private final Queue<Long> responses = new ConcurrentLinkedQueue<>();
  private final Stage<Long> stage = stage("served", SERVICE);
  private final Stage<Runnable> tasks =
      graph.stage(StageConfig.named("tasks").withBatchSize(1), processors);

  private Stage<Long> stage(String name, Duration service) {
    StageConfig config =
        StageConfig.named(name).withQueueCapacity(10_000).withBatchSize(4).withTarget(TARGET);
    Stage<Long> made = graph.stage(config, processors);
    return made.arrivedAt(sent -> sent)
        .handledBy(
            EventHandler.each(
                sent -> {
                  clock.advance(service);
                  responses.add(clock.nanos() - sent);
                }));
  }

  @AfterEach
  void stop() {
    graph.stop(Duration.ofSeconds(30));
  }

  private void start(Function<Stage<Long>, AdmissionController<Object>> admission) {
    stage.admission(admission.apply(stage));
    tasks.handledBy(EventHandler.each(Runnable::run));
    graph.start();
  }

  private static AdmissionController<Object> deadline(Stage<Long> stage) {
    return new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(1));
  }

  private void onTheProcessor(Runnable task) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    tasks.enqueue(
        () -> {
          task.run();
          done.countDown();
        });
    DomainFixture.await(done);
  }

  private void warmUp(Stage<Long> which) throws InterruptedException {
    for (int i = 0; i < WARM_UP; i++) {
      onTheProcessor(() -> which.enqueue(clock.nanos()));
    }
    finish();
    responses.clear();
  }

  private void burst() {
    for (int i = 0; i < BURST; i++) {
      stage.enqueue(clock.nanos());
    }
  }

  /** Waits until no work is left. */
  private void finish() throws InterruptedException {
    onTheProcessor(() -> {}); // events sent before by other threads have now arrived
    while (stage.load().waiting() > 0) {
      onTheProcessor(() -> {});
    }
    onTheProcessor(() -> {});
  }

  private void assertAdmittedWhatIsInTime() {
    assertThat(stage.snapshot().rejected()).isPositive();
    assertThat(responses).hasSizeBetween(500, 830);
    assertThat(responses).allMatch(nanos -> nanos <= TARGET.toNanos());
    assertThat(stage.snapshot().shed()).isZero();
  }

  @Test
  void aBurstOfItsOwnIsAdmittedAsFarAsItsTargetReaches() throws InterruptedException {
    start(ProcessorForecastTest::deadline);
    warmUp(stage);
    onTheProcessor(this::burst);
    finish();
    assertAdmittedWhatIsInTime();
  }

  @Test
  void aPolicyByClassPredictsToo() throws InterruptedException {
    start(served -> new ClassAdmission<>(List.of(deadline(served))));
    warmUp(stage);
    onTheProcessor(this::burst);
    finish();
    assertAdmittedWhatIsInTime();
  }

  @Test
  void aBurstFromOtherThreadsIsAdmittedAsFarAsItsTargetReaches() throws InterruptedException {
    start(ProcessorForecastTest::deadline);
    warmUp(stage);
    CountDownLatch came = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    tasks.enqueue(
        () -> {
          busy.countDown();
          awaitUnchecked(came);
        });
    DomainFixture.await(busy);
    burst();
    came.countDown();
    finish();
    assertAdmittedWhatIsInTime();
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void countsTheTurnsOfOtherStagesOnTheProcessor() throws InterruptedException {
    Stage<Long> other = stage("other", SERVICE); // admits everything
    start(ProcessorForecastTest::deadline);
    warmUp(stage);
    warmUp(other);
    onTheProcessor(
        () -> {
          for (int i = 0; i < BURST; i++) {
            other.enqueue(clock.nanos());
          }
          burst();
        });
    finish();
    // every other turn belongs to the other stage
    assertThat(stage.snapshot().completed() - WARM_UP).isBetween(250L, 415L);
  }

  @Test
  void aHighClassDoesNotWaitForALowOne() throws InterruptedException {
    ServiceClass high = new ServiceClass("high", 0);
    ServiceClass low = new ServiceClass("low", 1);
    boolean[] asksHigh = {false};
    stage.classifiedBy(sent -> asksHigh[0] ? high : low);
    stage.guaranteedShare(0);
    start(ProcessorForecastTest::deadline);
    warmUp(stage);
    onTheProcessor(
        () -> {
          burst();
          asksHigh[0] = true;
          stage.enqueue(clock.nanos());
        });
    finish();
    assertThat(stage.snapshot().classes().get(0).rejected()).isZero();
  }
}
