package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One thread in virtual time: each turn takes the time of its class's events. */
class ClassSharesTest {
  private static final int HIGH = 0;
  private static final int MIDDLE = 1;
  private static final int LOW = 2;
  private static final double MILLI = 1e6;

  private final ClassShares shares = new ClassShares();
  private final double[] share = {1, 0.05, 0.05};
  private final double[] eventNanos = {MILLI, MILLI, MILLI};
  private final double[] served = new double[3];
  private double now;

  private static int classes(int... ranks) {
    int set = 0;
    for (int rank : ranks) {
      set |= 1 << rank;
    }
    return set;
  }

  /** Gives turns for {@code nanos} while the same classes wait. */
  private void run(double nanos, int waiting) {
    for (double end = now + nanos; now < end; ) {
      turn(waiting);
    }
  }

  private int turn(int waiting) {
    int rank = shares.choose(waiting, share, eventNanos);
    shares.charge(waiting, rank, share, eventNanos[rank], (long) now);
    served[rank] += eventNanos[rank];
    now += eventNanos[rank];
    return rank;
  }

  @Test
  void servesNoClassIfNoneWaits() {
    assertThat(shares.choose(0, share, eventNanos)).isEqualTo(ClassShares.NONE);
  }

  @Test
  void servesTheHighestClassThatWaits() {
    assertThat(turn(classes(LOW))).isEqualTo(LOW);
    assertThat(turn(classes(MIDDLE, LOW))).isEqualTo(MIDDLE);
    assertThat(turn(classes(HIGH, MIDDLE, LOW))).isEqualTo(HIGH);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 1", "1, 10", "0.3, 7"})
  void everyLowerClassHasItsShareOfTheTime(double middleMillis, double lowMillis) {
    eventNanos[MIDDLE] = middleMillis * MILLI;
    eventNanos[LOW] = lowMillis * MILLI;
    share[LOW] = 0.2;
    run(100_000 * MILLI, classes(HIGH, MIDDLE, LOW));
    assertThat(served[MIDDLE] / now).isCloseTo(0.05, within(0.001));
    assertThat(served[LOW] / now).isCloseTo(0.2, within(0.001));
  }

  @Test
  void aClassWithoutAShareWaitsUntilNoHigherOneDoes() {
    share[LOW] = 0;
    run(1_000 * MILLI, classes(HIGH, LOW));
    assertThat(served[LOW]).isZero();
  }

  @Test
  void aClassThatIsServedForWantOfAHigherOneIsOwedNothing() {
    run(1_000 * MILLI, classes(LOW));
    assertThat(shares.debt(LOW)).isZero();
  }

  @Test
  void aTurnThatTookNoTimeIsGivenAgain() {
    int waiting = classes(HIGH, LOW);
    while (turn(waiting) != LOW) {}
    assertThat(shares.choose(waiting, share, eventNanos)).isEqualTo(HIGH);
    shares.refund(LOW, eventNanos[LOW]);
    assertThat(shares.choose(waiting, share, eventNanos)).isEqualTo(LOW);
  }
}
