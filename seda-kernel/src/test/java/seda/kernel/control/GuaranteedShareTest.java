package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
 * The guaranteed share under overload, in virtual time. A high class demands twice the pool's
 * capacity, a low one a fifth of it, each on its own stage or both on both. Arrivals are Poisson
 * processes, and service times are uniform from half to one and a half of their mean. The shortest
 * target is the 90th percentile of the service time plus the longest event of the pool.
 */
class GuaranteedShareTest {
  private static final ServiceClass HIGH = new ServiceClass("high", 0);
  private static final ServiceClass LOW = new ServiceClass("low", 1);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration END = Duration.ofSeconds(65);
  private static final double P90 = 1.4;
  private static final double LONGEST = 1.5;

  private record Request(long sent, ServiceClass of) {}

  /** One row of the table. */
  private record Case(
      int threads, int highMillis, int lowMillis, boolean mixed, double target, int seed) {}

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int threads : new int[] {1, 2, 4, 8}) {
      for (double target : new double[] {1, 1.2, 1.5, 2, 4, 10}) {
        cases.add(new Case(threads, 10, 10, false, target, 11));
        cases.add(new Case(threads, 10, 30, false, target, 11)); // the low class is expensive
        cases.add(new Case(threads, 30, 10, false, target, 11)); // the low class is cheap
        cases.add(new Case(threads, 10, 30, true, target, 11)); // each class uses both stages
      }
    }
    return cases.stream();
  }

  private static final class Run {
    final Simulation simulation = new Simulation();
    final StageGraph graph = simulation.graph();
    final Random random;
    final Case of;
    final WorkerPool pool;
    final Stage<Request> high;
    final Stage<Request> low;
    final List<Double> highTimes = new ArrayList<>();
    double lowNanos;
    int admitted;
    int shed;

    Run(Case of) {
      this.of = of;
      random = new Random(of.seed());
      pool =
          graph.workerPool(
              WorkerPoolConfig.fixed("pool", of.threads()).withOrder(ServiceOrder.LEAST_SLACK));
      high = stage("high", of.highMillis());
      low = stage("low", of.lowMillis());
      graph.start();
      arrive(high, HIGH, 2.0 * of.threads() / of.highMillis());
      arrive(low, LOW, 0.2 * of.threads() / of.lowMillis());
    }

    private Stage<Request> stage(String name, int millis) {
      StageConfig config = StageConfig.named(name).withQueueCapacity(10_000).withBatchSize(1);
      Stage<Request> stage = graph.stage(config, pool);
      double longest = LONGEST * Math.max(of.highMillis(), of.lowMillis());
      long target = (long) (of.target() * (P90 * millis + longest) * 1e6);
      stage
          .arrivedAt(Request::sent)
          .classifiedBy(Request::of)
          .targets(rank -> target)
          .listener(
              new EventListener<>() {
                @Override
                public void failed(Request request, Throwable cause) {
                  throw new AssertionError(cause);
                }

                @Override
                public void shed(Request request) {
                  shed += isCounted() && request.of().equals(LOW) ? 1 : 0;
                }
              })
          .handledBy(EventHandler.each(request -> answer(request, (double) target)));
      simulation.serviceTime(stage, request -> time(request, millis));
      stage.admission(
          new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(7)));
      return stage;
    }

    private boolean isCounted() {
      return simulation.now().compareTo(WARM_UP) >= 0;
    }

    private long time(Request request, int millis) {
      double nanos = millis * 1e6 * (0.5 + random.nextDouble());
      lowNanos += isCounted() && request.of().equals(LOW) ? nanos : 0;
      return (long) nanos;
    }

    private void answer(Request request, double target) {
      if (request.of().equals(HIGH) && isCounted()) {
        highTimes.add((double) (simulation.clock().nanos() - request.sent()) / target);
      }
    }

    private void arrive(Stage<Request> stage, ServiceClass serviceClass, double perMilli) {
      double millis = -Math.log(1 - random.nextDouble()) / perMilli;
      simulation.after(
          Duration.ofNanos((long) (millis * 1e6)),
          () -> {
            Stage<Request> asked = of.mixed() && random.nextBoolean() ? other(stage) : stage;
            boolean accepted =
                asked.enqueue(new Request(simulation.clock().nanos(), serviceClass)).accepted();
            admitted += accepted && isCounted() && serviceClass.equals(LOW) ? 1 : 0;
            arrive(stage, serviceClass, perMilli);
          });
    }

    private Stage<Request> other(Stage<Request> stage) {
      return stage == high ? low : high;
    }

    Run play() {
      simulation.run(END);
      return this;
    }

    double share() {
      return lowNanos / (of.threads() * END.minus(WARM_UP).toNanos());
    }

    double highP90() {
      List<Double> sorted = highTimes.stream().sorted().toList();
      return sorted.get((int) (0.9 * sorted.size()));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aLowClassHasItsShareAndIsNotAdmittedInVain(Case of) {
    Run run = new Run(of).play();
    assertThat(run.share()).isGreaterThanOrEqualTo(0.04);
    assertThat(run.shed).isLessThanOrEqualTo(run.admitted / 20);
    assertThat(run.highP90()).isLessThanOrEqualTo(1);
  }

  /** Prints the table for that many seeds. */
  public static void main(String[] arguments) {
    int seeds = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
    cases()
        .flatMap(
            of ->
                IntStream.range(0, seeds)
                    .mapToObj(
                        n ->
                            new Case(
                                of.threads,
                                of.highMillis,
                                of.lowMillis,
                                of.mixed,
                                of.target,
                                of.seed + n)))
        .map(of -> new Run(of).play())
        .forEach(
            run ->
                System.out.printf(
                    "%s share %.3f admitted %d shed %.3f high %d p90 %.2f%n",
                    run.of,
                    run.share(),
                    run.admitted,
                    run.shed / (double) Math.max(1, run.admitted),
                    run.highTimes.size(),
                    run.highP90()));
  }
}
