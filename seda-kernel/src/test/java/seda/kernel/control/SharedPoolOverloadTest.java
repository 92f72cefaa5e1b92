package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * Two request types with different targets and costs on one overloaded pool of four threads, in
 * virtual time: lists of 0.1 s within 1 s, searches of 0.3 s within 2 s.
 */
class SharedPoolOverloadTest {
  private static final int THREADS = 4;
  private static final Duration END = Duration.ofMinutes(5);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool =
      graph.workerPool(
          WorkerPoolConfig.fixed("store", THREADS).withOrder(ServiceOrder.LEAST_SLACK));
  private final Random random = new Random(42);
  private final Type list = new Type("list", Duration.ofSeconds(1), Duration.ofMillis(100));
  private final Type search = new Type("search", Duration.ofSeconds(2), Duration.ofMillis(300));

  private static final ServiceClass GUEST = new ServiceClass("guest", 1);

  private record Request(long sent, ServiceClass of, Runnable next) {}

  /** A request type: its stage and its results. */
  private final class Type {
    final Stage<Request> stage;
    final long target;
    final long service;
    final List<Long> times = new ArrayList<>();
    double slowness = 1;
    int asked;
    int shed;
    long nanosOfGuests;

    Type(String name, Duration target, Duration service) {
      this.target = target.toNanos();
      this.service = service.toNanos();
      StageConfig config = StageConfig.named(name).withQueueCapacity(1_000).withBatchSize(1);
      stage = graph.stage(config, pool);
      stage
          .arrivedAt(Request::sent)
          .classifiedBy(Request::of)
          .targets(rank -> this.target)
          .listener(
              new EventListener<>() {
                @Override
                public void failed(Request request, Throwable cause) {
                  throw new AssertionError(cause);
                }

                @Override
                public void shed(Request request) {
                  shed++;
                  request.next().run();
                }
              })
          .handledBy(EventHandler.each(this::answer));
      simulation.serviceTime(stage, this::time);
      stage.admission(
          new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(7)));
    }

    private long time(Request request) {
      long nanos = (long) (slowness * service * (0.5 + random.nextDouble()));
      nanosOfGuests += request.of().equals(GUEST) ? nanos : 0;
      return nanos;
    }

    void ask(ServiceClass of, Runnable answered, Runnable refused) {
      asked++;
      if (!stage.enqueue(new Request(simulation.clock().nanos(), of, answered)).accepted()) {
        refused.run();
      }
    }

    private void answer(Request request) {
      times.add(simulation.clock().nanos() - request.sent());
      request.next().run();
    }

    double p90() {
      return times.stream().sorted().toList().get((int) (0.9 * times.size())) / (double) target;
    }

    double answered() {
      return (double) times.size() / asked;
    }

    /** Returns its share of thread time. */
    double share() {
      return times.size() * (double) service / (THREADS * END.toNanos());
    }
  }

  /**
   * Adds users who send a request, think for 20 ms, and wait for {@code afterRefusal} after a
   * refusal.
   */
  private void users(int count, IntPredicate searches, Duration afterRefusal) {
    users(ServiceClass.DEFAULT, count, searches, afterRefusal);
  }

  private void users(ServiceClass of, int count, IntPredicate searches, Duration afterRefusal) {
    join(of, count, searches, afterRefusal);
    graph.start();
    simulation.run(END);
  }

  private void join(ServiceClass of, int count, IntPredicate searches, Duration afterRefusal) {
    for (int i = 0; i < count; i++) {
      simulation.after(
          Duration.ofMillis(random.nextInt(20)), () -> ask(of, 0, searches, afterRefusal));
    }
  }

  private void ask(ServiceClass of, int n, IntPredicate searches, Duration afterRefusal) {
    Duration think = Duration.ofMillis(20);
    (searches.test(n) ? search : list)
        .ask(
            of,
            () -> simulation.after(think, () -> ask(of, n + 1, searches, afterRefusal)),
            () -> simulation.after(afterRefusal, () -> ask(of, n + 1, searches, afterRefusal)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLowClassKeepsItsShareOfTheTimeUnderAnyDemand(boolean dear) {
    list.slowness = 0.1;
    search.slowness = 0.1;
    join(GUEST, 1_000, n -> dear, Duration.ofSeconds(5));
    users(1_000, n -> !dear, Duration.ofSeconds(5));
    Type ofGuests = dear ? search : list;
    Type ofOthers = dear ? list : search;
    double share = (double) ofGuests.nanosOfGuests / (THREADS * END.toNanos());
    assertThat(share).isBetween(0.9 * StageConfig.DEFAULT_SHARE, 1.1 * StageConfig.DEFAULT_SHARE);
    assertThat(ofGuests.p90()).isLessThanOrEqualTo(1);
    assertThat(ofOthers.p90()).isLessThanOrEqualTo(1);
    assertThat(ofGuests.shed).isLessThan(ofGuests.times.size() / 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void neitherTypeKeepsTheOtherOut(int rank) {
    users(new ServiceClass("only", rank), 20, n -> n % 2 == 1, Duration.ofMillis(20));
    assertThat(list.p90()).isLessThanOrEqualTo(1);
    assertThat(search.p90()).isLessThanOrEqualTo(1);
    assertThat(list.share() + search.share()).isGreaterThan(0.95);
    assertThat(list.share()).isGreaterThan(0.1);
    assertThat(search.share()).isGreaterThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aRareDearTypeIsRefusedNoMoreThanTheOthers(int rank) {
    users(
        new ServiceClass("only", rank), 1_000, n -> random.nextInt(20) == 0, Duration.ofSeconds(5));
    assertThat(list.p90()).isLessThanOrEqualTo(1);
    assertThat(search.p90()).isLessThanOrEqualTo(1);
    assertThat(list.share() + search.share()).isGreaterThan(0.95);
    assertThat(search.answered()).isGreaterThan(list.answered() - 0.1);
  }

  /** Load of the highest class alone, or of guests beside it. */
  @ParameterizedTest
  @CsvSource({"3, 0, 1000", "20, 0, 1000", "3, 1, 0", "20, 1, 0", "3, 1, 2", "20, 1, 2"})
  void aTypeThatWasSlowIsServedAgainWhileAnotherOverloadsThePool(
      double slowness, int rank, int others) {
    search.slowness = slowness; // just within its target, or far over it
    simulation.after(Duration.ofSeconds(20), () -> search.slowness = 1);
    IntPredicate searches = n -> random.nextInt(20) == 0;
    if (rank == 1) {
      join(GUEST, 1_000, searches, Duration.ofSeconds(5));
      searches = n -> false;
    }
    users(others, searches, Duration.ofSeconds(5));
    assertThat(search.answered()).isGreaterThan(list.answered() / 2);
  }
}
