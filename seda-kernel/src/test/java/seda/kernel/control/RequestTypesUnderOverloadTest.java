package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.AdmissionController;
import seda.kernel.AdmissionReport;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.WorkState;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.control.SimulatedMix.RequestType;
import seda.kernel.control.SimulatedMix.Tally;

/**
 * Request types that share a pool under heavy overload, in virtual time. No type is shut out: in
 * each window of 5 s each type whose S90 is at most T/4 gets a part of the admitted share of its
 * class. No answer comes later for that.
 */
class RequestTypesUnderOverloadTest {
  private static final ServiceClass GOLD = new ServiceClass("gold", 0);
  private static final ServiceClass GUEST = new ServiceClass("guest", 1);
  private static final int SECONDS = 20;

  /** With fewer expected admissions in a window, chance decides the share. */
  private static final double LEAST_EXPECTED = 20;

  static final List<RequestType> SAME_TARGET =
      List.of(
          new RequestType("folders", 250, 0.05, 100),
          new RequestType("list", 450, 0.36, 100),
          new RequestType("show", 600, 0.47, 100),
          new RequestType("delete", 900, 0.05, 100),
          new RequestType("refile", 900, 0.03, 100),
          new RequestType("flag", 700, 0.03, 100),
          new RequestType("search", 800, 0.01, 100));

  /** The targets that the mail service ships with: 1, 3 and 5 s. */
  private static final List<RequestType> SHIPPED_TARGETS =
      SAME_TARGET.stream()
          .map(
              type ->
                  switch (type.name()) {
                    case "delete", "refile" -> type.within(3_000);
                    case "search" -> type.within(5_000);
                    default -> type.within(1_000);
                  })
          .toList();

  /** Searches with an S90 of 0.4 T. */
  private static final List<RequestType> EXPENSIVE_SEARCH = withSearchOf(0.4);

  private static List<RequestType> withSearchOf(double p90) {
    return SAME_TARGET.stream()
        .map(
            type ->
                type.name().equals("search")
                    ? new RequestType("search", p90 * 100_000 / 1.4, 0.01, 100)
                    : type)
        .toList();
  }

  private static final List<List<RequestType>> MIXES =
      List.of(SAME_TARGET, SHIPPED_TARGETS, EXPENSIVE_SEARCH, withSearchOf(0.25));

  /** One run; {@code load} is a multiple of the capacity, or a number of users. */
  private record Case(
      List<RequestType> types, double load, boolean inBursts, boolean impatient, int seed) {
    SimulatedMix mix(int classes) {
      return new SimulatedMix(types, classes, inBursts, seed);
    }

    @Override
    public String toString() {
      return "mix "
          + MIXES.indexOf(types)
          + ", load "
          + load
          + (inBursts ? ", bursts" : "")
          + (impatient ? ", impatient" : "")
          + ", seed "
          + seed;
    }
  }

  /** Returns the cases with all of these, in bursts and not. */
  private static Stream<Case> cases(
      List<List<RequestType>> mixes, double[] loads, boolean impatient) {
    List<Case> cases = new ArrayList<>();
    for (List<RequestType> types : mixes) {
      for (double load : loads) {
        for (boolean inBursts : new boolean[] {false, true}) {
          cases.add(new Case(types, load, inBursts, impatient, cases.size()));
        }
      }
    }
    return cases.stream();
  }

  static Stream<Case> openLoops() {
    return Stream.concat(
        cases(MIXES.subList(0, 1), new double[] {1.5, 2, 3, 5, 10}, false),
        cases(MIXES.subList(1, MIXES.size()), new double[] {2, 10}, false));
  }

  static Stream<Case> seeds() {
    return IntStream.range(100, 106)
        .mapToObj(seed -> new Case(SAME_TARGET, 2, seed % 2 == 0, false, seed));
  }

  static Stream<Case> users() {
    return Stream.of(
            cases(MIXES, new double[] {1_024}, true),
            cases(MIXES.subList(0, 2), new double[] {5_000, 10_000}, false),
            Stream.of(new Case(SAME_TARGET, 10_000, true, true, 1)))
        .flatMap(cases -> cases);
  }

  static Stream<Case> classes() {
    return cases(MIXES, new double[] {0.5, 1.5}, false);
  }

  @ParameterizedTest
  @MethodSource({"openLoops", "seeds"})
  void noTypeIsShutOutOfAnOverloadedPool(Case of) {
    SimulatedMix mix = of.mix(1);
    mix.openLoop(of.load() * mix.capacity(), ServiceClass.DEFAULT).run(SECONDS);
    assertShared(mix, of);
    assertThat(mix.utilisation(0)).isGreaterThan(0.99);
    assertThat(mix.goodput()).isGreaterThan(0.85);
  }

  @ParameterizedTest
  @MethodSource("users")
  void returningUsersShutOutNoType(Case of) {
    SimulatedMix mix = of.mix(1);
    mix.users((int) of.load(), of.impatient(), ServiceClass.DEFAULT).run(SECONDS);
    assertShared(mix, of);
    assertThat(mix.goodput()).isGreaterThan(0.85);
  }

  @ParameterizedTest
  @MethodSource("classes")
  void noTypeOfEitherClassIsShutOut(Case of) {
    SimulatedMix mix = of.mix(2);
    mix.openLoop(of.load() * mix.capacity(), GOLD).openLoop(3 * mix.capacity(), GUEST).run(SECONDS);
    assertShared(mix, of);
    assertThat(mix.utilisation(1)).isGreaterThan(0.045); // its guaranteed share
    assertThat(mix.goodput()).isGreaterThan(0.85);
  }

  private static void assertShared(SimulatedMix mix, Case of) {
    double part = of.inBursts() ? 0.25 : 0.5;
    long late = 0;
    long answers = 0;
    for (List<List<Tally>> window : mix.windows()) {
      for (List<Tally> types : window) {
        double asked = types.stream().mapToInt(tally -> tally.asked).sum();
        double admitted = types.stream().mapToInt(tally -> tally.admitted).sum();
        for (Tally tally : types) {
          if (tally.type.serviceP90Micros() <= 1_000 * tally.type.targetMillis() / 4
              && tally.asked * admitted / asked >= LEAST_EXPECTED) {
            assertThat(tally.share())
                .as("admitted share of %s", tally.type.name())
                .isGreaterThan(part * admitted / asked);
          }
          assertThat(tally.p90()).as("p90 of %s", tally.type.name()).isLessThanOrEqualTo(1);
          late += tally.late();
          answers += tally.times.size();
        }
      }
    }
    assertThat(late).isLessThanOrEqualTo(answers / 1_000);
  }

  /**
   * The policies see only two thirds of the work, as if service times rose by half beside their
   * prediction.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 3})
  void theGainHoldsTheTargetIfThePredictionIsTooShort(double load) {
    SimulatedMix mix =
        new SimulatedMix(
            SAME_TARGET,
            1,
            false,
            1,
            (stage, graph, jitter) ->
                new Underestimating(SimulatedMix.DEADLINE.of(stage, graph, jitter)));
    mix.openLoop(load * mix.capacity(), ServiceClass.DEFAULT).run(60);
    for (List<List<Tally>> window : mix.windows()) {
      for (Tally tally : window.get(0)) {
        assertThat(tally.p90()).as("p90 of %s", tally.type.name()).isLessThanOrEqualTo(0.88);
      }
    }
  }

  @Test
  void aMixAtFourFifthsOfTheCapacityIsNotRefused() {
    SimulatedMix mix = new SimulatedMix(SAME_TARGET, 1, true, 1);
    mix.openLoop(0.8 * mix.capacity(), ServiceClass.DEFAULT).run(SECONDS);
    mix.windows()
        .forEach(
            window ->
                window.get(0).forEach(tally -> assertThat(tally.admitted).isEqualTo(tally.asked)));
  }

  /** Hides a third of the work from a policy. */
  private static final class Underestimating
      implements AdmissionController<Object>, CompletionObserver {
    private static final double SEEN = 1 / 1.5;

    private final DeadlineAdmission policy;

    Underestimating(AdmissionController<Object> policy) {
      this.policy = (DeadlineAdmission) policy;
    }

    @Override
    public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
      return admit(event, of, credits, 0, queue);
    }

    @Override
    public EnqueueResult admit(
        Object event, ServiceClass of, int credits, long age, QueueState queue) {
      return policy.admit(event, of, credits, age, new Seen(queue));
    }

    @Override
    public void completed(ServiceClass of, long waiting, long service, long response) {
      policy.completed(of, waiting, service, response);
    }

    @Override
    public boolean predicts() {
      return true;
    }

    @Override
    public AdmissionReport report(int rank, long nanos) {
      return policy.report(rank, nanos);
    }

    private record Seen(QueueState queue) implements QueueState, WorkState {
      @Override
      public int length() {
        return queue.length();
      }

      @Override
      public int credits() {
        return queue.credits();
      }

      @Override
      public int creditsAhead(int rank) {
        return queue.creditsAhead(rank);
      }

      @Override
      public int capacity() {
        return queue.capacity();
      }

      @Override
      public WorkState work() {
        return this;
      }

      @Override
      public long nanos() {
        return queue.nanos();
      }

      @Override
      public int threads() {
        return queue.work().threads();
      }

      @Override
      public int idleThreads() {
        return queue.work().idleThreads();
      }

      @Override
      public double workAhead(int rank) {
        return SEEN * queue.work().workAhead(rank);
      }

      @Override
      public double workVariance(int rank) {
        return SEEN * SEEN * queue.work().workVariance(rank);
      }

      @Override
      public boolean refusedSince(int rank, long nanos) {
        return queue.work().refusedSince(rank, nanos);
      }

      @Override
      public AdmissionReport report(int rank, long nanos) {
        return queue.work().report(rank, nanos);
      }

      @Override
      public boolean idleSince(long nanos) {
        return queue.work().idleSince(nanos);
      }

      @Override
      public double serviceMean() {
        return SEEN * queue.work().serviceMean();
      }

      @Override
      public double serviceP90() {
        return SEEN * queue.work().serviceP90();
      }
    }
  }
}
