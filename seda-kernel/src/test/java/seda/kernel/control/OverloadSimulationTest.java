package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.QueueThresholdAdmission;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.admission.Statistic;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * The spike of [USITS, Figure 10] in virtual time: 3 users, then 1000, then 3 again. They think for
 * 20 ms and wait 5 s after a refusal. Four threads, lognormal service times of 100 ms (cv² = 1), a
 * target of 1 s. Measures the share of 5 s windows over the target, and goodput as a share of the
 * threads' capacity.
 */
class OverloadSimulationTest {
  private static final long TARGET = 1_000_000_000L;
  private static final Duration SPIKE_START = Duration.ofSeconds(60);
  private static final Duration SPIKE_END = Duration.ofSeconds(260);
  private static final Duration END = Duration.ofSeconds(320);
  private static final double MEAN = 0.1e9;
  private static final int THREADS = 4;

  private record Request(long sent, User user) {}

  private record Answer(long at, long took, User user) {
    ServiceClass serviceClass() {
      return user.serviceClass;
    }
  }

  private static final class User {
    final ServiceClass serviceClass;
    boolean active;

    User(ServiceClass serviceClass) {
      this.serviceClass = serviceClass;
    }
  }

  /** One run. */
  private static final class Run {
    final Simulation simulation = new Simulation();
    final StageGraph graph = simulation.graph();
    final Random random = new Random(42);
    final List<Answer> answers = new ArrayList<>();
    final Stage<Request> stage;
    double slowdown = 1;
    boolean asTold;
    long refused;

    Run(BiFunction<StageGraph, Stage<Request>, AdmissionController<Object>> admission) {
      WorkerPool pool =
          graph.workerPool(
              WorkerPoolConfig.fixed("store", THREADS).withOrder(ServiceOrder.LEAST_SLACK));
      stage = graph.stage(StageConfig.named("s").withQueueCapacity(10_000).withBatchSize(1), pool);
      stage
          .classifiedBy(request -> request.user().serviceClass)
          .arrivedAt(Request::sent)
          .targets(rank -> TARGET)
          .listener(new Shed())
          .handledBy(EventHandler.each(this::answer));
      simulation.serviceTime(stage, request -> serviceTime());
      graph.start();
      stage.admission(admission.apply(graph, stage));
    }

    private long serviceTime() {
      double sigma2 = Math.log(2);
      double normal = random.nextGaussian() * Math.sqrt(sigma2) - sigma2 / 2;
      return (long) (slowdown * MEAN * Math.exp(normal));
    }

    void users(int count, ServiceClass serviceClass, Duration from, Duration to) {
      for (int i = 0; i < count; i++) {
        User user = new User(serviceClass);
        simulation.after(
            from.plusMillis(random.nextInt(20)),
            () -> {
              user.active = true;
              send(user);
            });
        simulation.after(to, () -> user.active = false);
      }
    }

    private void send(User user) {
      if (!user.active) {
        return;
      }
      EnqueueResult result = stage.enqueue(new Request(simulation.clock().nanos(), user));
      if (!result.accepted()) {
        refused++;
        simulation.after(asTold ? result.retryAfter() : Duration.ofSeconds(5), () -> send(user));
      }
    }

    private void answer(Request request) {
      long now = simulation.clock().nanos();
      answers.add(new Answer(now, now - request.sent(), request.user()));
      simulation.after(Duration.ofMillis(20), () -> send(request.user()));
    }

    private final class Shed implements EventListener<Request> {
      @Override
      public void failed(Request request, Throwable cause) {
        throw new AssertionError(cause);
      }

      @Override
      public void shed(Request request) {
        simulation.after(Duration.ofSeconds(5), () -> send(request.user()));
      }
    }

    Run play() {
      simulation.run(END);
      return this;
    }

    /** Returns the share of the windows whose 90th percentile exceeds the target. */
    double over(ServiceClass serviceClass) {
      return over(windows(serviceClass).values());
    }

    /** Returns the same share without windows that began before {@code fromSeconds}. */
    double over(ServiceClass serviceClass, long fromSeconds) {
      return over(windows(serviceClass).tailMap(fromSeconds / 5).values());
    }

    private static double over(Collection<List<Long>> windows) {
      long over = windows.stream().filter(window -> p90(window) > TARGET).count();
      return (double) over / windows.size();
    }

    double over() {
      return over(ServiceClass.DEFAULT);
    }

    double worst() {
      return windows(ServiceClass.DEFAULT).values().stream()
              .mapToDouble(Run::p90)
              .max()
              .orElseThrow()
          / TARGET;
    }

    /** Returns the response times by windows of 5 s. */
    private SortedMap<Long, List<Long>> windows(ServiceClass serviceClass) {
      SortedMap<Long, List<Long>> windows = new TreeMap<>();
      for (Answer answer : answers) {
        if (answer.serviceClass().equals(serviceClass)) {
          windows
              .computeIfAbsent(answer.at() / 5_000_000_000L, window -> new ArrayList<>())
              .add(answer.took());
        }
      }
      return windows;
    }

    private static double p90(List<Long> times) {
      List<Long> sorted = times.stream().sorted().toList();
      return sorted.get((int) Math.ceil(0.9 * sorted.size()) - 1);
    }

    double completed(ServiceClass serviceClass, long fromSeconds, long toSeconds) {
      return answers.stream()
          .filter(answer -> answer.serviceClass().equals(serviceClass))
          .filter(answer -> answer.at() >= fromSeconds * 1_000_000_000L)
          .filter(answer -> answer.at() < toSeconds * 1_000_000_000L)
          .count();
    }

    /** Returns Jain's index of the answers per user: (Σx)² / (n·Σx²). */
    double fairness(int users) {
      Map<User, Long> counts =
          answers.stream().collect(Collectors.groupingBy(Answer::user, Collectors.counting()));
      double sum = counts.values().stream().mapToDouble(x -> x).sum();
      double squares = counts.values().stream().mapToDouble(x -> x * x).sum();
      return sum * sum / (users * squares);
    }

    /** Returns the completions during the spike as a share of the threads' capacity. */
    double goodput() {
      return completed(ServiceClass.DEFAULT, 60, 260) / (THREADS / MEAN * 200e9);
    }
  }

  private static Run spike(
      BiFunction<StageGraph, Stage<Request>, AdmissionController<Object>> admission) {
    Run run = new Run(admission);
    run.users(3, ServiceClass.DEFAULT, Duration.ZERO, END);
    run.users(997, ServiceClass.DEFAULT, SPIKE_START, SPIKE_END);
    return run.play();
  }

  static AdmissionController<Object> deadline(StageGraph graph, Stage<Request> stage) {
    return new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(7));
  }

  static AdmissionController<Object> aimd(StageGraph graph, Stage<Request> stage) {
    return new ResponseTimeAdmission(
        new AimdController(AimdController.Settings.PAPER, Duration.ofNanos(TARGET)),
        1,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        graph.clock(),
        graph.timers());
  }

  static AdmissionController<Object> queueThreshold(StageGraph graph, Stage<Request> stage) {
    return new QueueThresholdAdmission(
        new QueueThresholdController(
            QueueThresholdController.Settings.DEFAULT, Duration.ofNanos(TARGET)),
        Statistic.P90,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        Duration.ofSeconds(1),
        graph.clock(),
        graph.timers());
  }

  @Test
  void theDeadlineHoldsThroughASpike() {
    Run run = spike(OverloadSimulationTest::deadline);
    assertThat(run.over()).isLessThanOrEqualTo(0.02);
    assertThat(run.worst()).isLessThanOrEqualTo(1.1);
    assertThat(run.goodput()).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void usersThatHonourRetryAfterShareTheServiceFairly() {
    Run run = new Run(OverloadSimulationTest::deadline);
    run.asTold = true;
    run.users(1_000, ServiceClass.DEFAULT, SPIKE_START, SPIKE_END);
    run.play();
    assertThat(run.fairness(1_000)).isGreaterThanOrEqualTo(0.85);
    assertThat(run.goodput()).isGreaterThanOrEqualTo(0.95);

    Run herd = new Run(OverloadSimulationTest::deadline);
    herd.users(1_000, ServiceClass.DEFAULT, SPIKE_START, SPIKE_END);
    herd.play();
    assertThat(herd.fairness(1_000)).isLessThan(0.85);
  }

  @Test
  void withoutControlNearlyAllOfTheSpikeIsLate() {
    Run run = spike((graph, stage) -> AdmissionController.always());
    assertThat(run.over()).isGreaterThan(0.5);
    assertThat(run.worst()).isGreaterThan(5);
  }

  @Test
  void thePapersControllerOvershootsAndRecovers() {
    Run run = spike(OverloadSimulationTest::aimd);
    assertThat(run.over()).isBetween(0.02, 0.5);
    assertThat(run.worst()).isGreaterThan(1.1);
  }

  @Test
  void theQueueThresholdOvershootsWhatItLetGrowBeforeTheSpikeAndRecovers() {
    Run run = spike(OverloadSimulationTest::queueThreshold);
    assertThat(run.over()).isBetween(0.02, 0.3);
    assertThat(run.worst()).isGreaterThan(1.5);
    assertThat(run.goodput()).isGreaterThanOrEqualTo(0.95);
    assertThat(run.over(ServiceClass.DEFAULT, 100)).isLessThanOrEqualTo(0.1);
  }

  @Test
  void theDeadlineHoldsWhileTheBackendBecomesFiveTimesSlower() {
    Run run = new Run(OverloadSimulationTest::deadline);
    run.users(200, ServiceClass.DEFAULT, Duration.ZERO, END);
    run.slowdown = 0.4;
    run.simulation.after(Duration.ofSeconds(160), () -> run.slowdown = 2);
    run.play();
    assertThat(run.over()).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.2})
  void aHighClassDoesNotNoticeALowOneAndTheLowOneKeepsItsShare(double share) {
    Run run = new Run(OverloadSimulationTest::deadline);
    ServiceClass gold = new ServiceClass("gold", 0);
    ServiceClass guest = new ServiceClass("guest", 1);
    run.users(128, guest, Duration.ZERO, END);
    run.users(128, gold, Duration.ofSeconds(100), END);
    run.simulation.after(Duration.ofSeconds(50), () -> run.stage.guaranteedShare(share));
    run.play();
    assertThat(run.over(gold)).isLessThanOrEqualTo(0.01);
    double both = run.completed(gold, 105, 320) + run.completed(guest, 105, 320);
    assertThat(both / (THREADS / MEAN * 215e9)).isGreaterThanOrEqualTo(0.95);
    assertThat(run.completed(guest, 105, 320) / both).isBetween(0.75 * share, 1.4 * share);
  }

  @Test
  void refusesNextToNothingAtFourFifthsOfTheLoadItCanBear() {
    Run run = new Run(OverloadSimulationTest::deadline);
    poisson(run, 0.8 * THREADS / MEAN);
    run.play();
    assertThat(run.refused).isLessThanOrEqualTo(run.answers.size() / 200);
  }

  private static void poisson(Run run, double perNano) {
    User user = new User(ServiceClass.DEFAULT);
    run.simulation.after(
        Duration.ofNanos((long) (-Math.log(1 - run.random.nextDouble()) / perNano)),
        () -> {
          if (!run.stage.enqueue(new Request(run.simulation.clock().nanos(), user)).accepted()) {
            run.refused++;
          }
          poisson(run, perNano);
        });
  }
}
