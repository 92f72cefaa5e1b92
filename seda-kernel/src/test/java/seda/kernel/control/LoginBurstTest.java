package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * A crowd arrives at once at a stage with expensive events, after a pause. Refused clients return
 * after their delay. In virtual time.
 */
class LoginBurstTest {
  private static final Duration TARGET = Duration.ofSeconds(3);
  private static final Duration AFTER_SHEDDING = Duration.ofSeconds(2);
  private static final int CROWD = 200;
  private static final Duration WITHIN = Duration.ofMillis(100);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Random random = new Random(3);
  private Stage<Long> stage;
  private int atOnce;
  private int in;
  private int mostRounds;
  private Duration lastIn;

  private void start(int threads, int millis) {
    StageConfig config =
        StageConfig.named("login").withQueueCapacity(4096).withTarget(TARGET).withBatchSize(1);
    WorkerPoolConfig pool = WorkerPoolConfig.fixed("password", threads);
    stage = graph.stage(config, graph.workerPool(pool.withOrder(ServiceOrder.LEAST_SLACK)));
    stage
        .arrivedAt(sent -> sent)
        .listener(
            new EventListener<>() {
              @Override
              public void failed(Long sent, Throwable cause) {
                throw new AssertionError(cause);
              }

              @Override
              public void shed(Long sent) {
                simulation.after(AFTER_SHEDDING, () -> ask(2));
              }
            })
        .handledBy(EventHandler.each(sent -> welcome()));
    simulation.serviceTime(
        stage, sent -> (long) (millis * 1e6 * (0.9 + 0.2 * random.nextDouble())));
    stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(5)));
    graph.start();
  }

  private void welcome() {
    in++;
    lastIn = simulation.now();
  }

  private void ask(int round) {
    mostRounds = Math.max(mostRounds, round);
    EnqueueResult result = stage.enqueue(simulation.clock().nanos());
    if (result.accepted()) {
      atOnce += round == 1 ? 1 : 0;
    } else {
      Duration wait = Duration.ofSeconds(result.retryAfter().plusMillis(999).toSeconds());
      simulation.after(wait, () -> ask(round + 1));
    }
  }

  /**
   * The last column is the number of earlier logins, one per second. Without any, the service time
   * is unknown.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 30, 30",
    "2, 30, 30",
    "2, 60, 30",
    "2, 100, 30",
    "4, 100, 30",
    "8, 100, 30",
    "2, 30, 0"
  })
  void asManyAsTheTargetAllowsAreInAtOnceAndAllWithinTwiceTheWork(
      int threads, int millis, int before) {
    start(threads, millis);
    for (int i = 0; i < before; i++) {
      simulation.after(Duration.ofSeconds(i), () -> stage.enqueue(simulation.clock().nanos()));
    }
    simulation.run(Duration.ofMinutes(5));
    assertThat(in).isEqualTo(before);
    in = 0;

    Duration begin = simulation.now();
    for (int i = 0; i < CROWD; i++) {
      simulation.after(WITHIN.multipliedBy(i).dividedBy(CROWD), () -> ask(1));
    }
    simulation.run(Duration.ofMinutes(5));

    Duration work = Duration.ofMillis((long) CROWD * millis / threads);
    double possible = Math.min(CROWD, TARGET.toMillis() * threads / (double) millis);
    assertThat(stage.snapshot().shed()).as("admitted in vain").isLessThanOrEqualTo(CROWD / 50);
    assertThat(in).isEqualTo(CROWD);
    assertThat(atOnce).isGreaterThanOrEqualTo((int) (0.9 * possible));
    assertThat(mostRounds).isLessThanOrEqualTo(4);
    assertThat(lastIn.minus(begin)).isLessThanOrEqualTo(work.multipliedBy(2));
  }
}
