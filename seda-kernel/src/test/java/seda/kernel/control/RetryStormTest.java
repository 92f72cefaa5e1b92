package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.control.SimulatedMix.Answer;
import seda.kernel.control.SimulatedMix.RequestType;

/**
 * Storms of retries end once their cause is gone, in virtual time: 5 s later, each second is within
 * the targets and goodput is back. A metastable service [Bronson et al., HotOS 2021] would stay
 * overloaded by the retries alone.
 */
class RetryStormTest {
  private static final List<RequestType> TYPES =
      List.of(
          new RequestType("list", 2_000, 0.6, 200),
          new RequestType("show", 3_000, 0.3, 200),
          new RequestType("search", 10_000, 0.1, 500));
  private static final int STORM = 20;
  private static final int RECOVERY = 5;
  private static final int AFTER = 10;
  private static final long SECOND = 1_000_000_000;

  private static SimulatedMix mix() {
    return new SimulatedMix(TYPES, 1, true, 1);
  }

  /** Returns the answers of each second after the storm and the recovery. */
  private static List<List<Answer>> secondsAfter(SimulatedMix mix) {
    return IntStream.range(STORM + RECOVERY, STORM + RECOVERY + AFTER)
        .mapToObj(second -> mix.answers().stream().filter(a -> a.at() / SECOND == second).toList())
        .toList();
  }

  private static void isWithinTargets(SimulatedMix mix) {
    for (List<Answer> second : secondsAfter(mix)) {
      for (int type = 0; type < TYPES.size(); type++) {
        int one = type;
        double[] times =
            second.stream()
                .filter(answer -> answer.type() == one)
                .mapToDouble(Answer::byTarget)
                .sorted()
                .toArray();
        assertThat(times).as("answers to " + TYPES.get(type).name()).isNotEmpty();
        assertThat(times[(int) Math.ceil(0.9 * times.length) - 1])
            .as("p90 of " + TYPES.get(type).name() + " as a share of its target")
            .isLessThanOrEqualTo(1);
      }
    }
  }

  private static double perSecond(SimulatedMix mix) {
    return secondsAfter(mix).stream().mapToInt(List::size).average().orElseThrow();
  }

  /** Half of the users go; the rest may still be an overload. */
  @ParameterizedTest(name = "{0} users, patience {1} × target")
  @CsvSource({"20, 0", "100, 0", "1000, 0", "100, 1", "1000, 1"})
  void endsWhenHalfOfTheUsersGo(int users, double patience) {
    SimulatedMix mix = mix();
    ImpatientCrowd crowd = new ImpatientCrowd(mix, 0, 50, patience);
    crowd.resize(users);
    mix.run(STORM);
    crowd.resize(users / 2);
    mix.run(RECOVERY + AFTER);
    isWithinTargets(mix);
    double wish = users / 2.0 / 0.025; // 20 ms of thinking, 4 ms until answered, 1 ms of bursts
    assertThat(perSecond(mix)).isGreaterThan(0.95 * Math.min(mix.capacity(), wish));
  }

  /** The users' load is 0.8 of the capacity before and after the backend is five times as slow. */
  @ParameterizedTest(name = "think {0} ms, patience {1} × target")
  @CsvSource({"280, 0", "980, 0", "280, 1", "980, 1", "980, 3"})
  void endsWhenTheBackendIsQuickAgain(double think, double patience) {
    SimulatedMix mix = mix();
    ImpatientCrowd crowd = new ImpatientCrowd(mix, think, 50, patience);
    double wish = 0.8 * mix.capacity();
    crowd.resize((int) (wish * (think + 25) / 1_000));
    mix.run(10).slow(5).run(STORM - 10).slow(1).run(RECOVERY + AFTER);
    isWithinTargets(mix);
    assertThat(perSecond(mix)).isGreaterThan(0.95 * wish);
  }

  /** Users who leave after the target are answered before, or not at all. */
  @ParameterizedTest(name = "{0} users")
  @CsvSource({"100", "1000"})
  void hardlyAnyAbandonedRequestIsServed(int users) {
    SimulatedMix mix = mix();
    new ImpatientCrowd(mix, 0, 50, 1).resize(users);
    mix.run(STORM);
    assertThat(mix.servedForNobody()).isLessThan(mix.answers().size() / 100);
    assertThat(mix.answers().size()).isGreaterThan((int) (0.95 * STORM * mix.capacity()));
  }
}
