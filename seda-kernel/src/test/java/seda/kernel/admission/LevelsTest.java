package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rotation and leases, without a queue. */
class LevelsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Rotation rotation = new Rotation(180 * SECOND);
  private final Random random = new Random(1);

  @Test
  void eachSenderIsInForItsShareOfThePeriodAtOneGo() {
    for (int sender = 0; sender < 100; sender++) {
      long key = random.nextLong();
      int in = 0;
      int begins = 0;
      boolean before = rotation.level(key, -SECOND / 10) < 0.25;
      for (int tenth = 0; tenth < 1_800; tenth++) {
        boolean now = rotation.level(key, tenth * SECOND / 10) < 0.25;
        in += now ? 1 : 0;
        begins += now && !before ? 1 : 0;
        before = now;
      }
      assertThat(in / 1_800.0).isCloseTo(0.25, within(0.001));
      assertThat(begins).isEqualTo(1);
    }
  }

  @Test
  void levelsAreEvenAtEachMoment() {
    for (long moment : new long[] {0, 77 * SECOND, 1_800_000_000L * SECOND}) {
      int[] tenths = new int[10];
      for (int sender = 0; sender < 10_000; sender++) {
        tenths[(int) (10 * rotation.level(random.nextLong(), moment))]++;
      }
      assertThat(Arrays.stream(tenths)).allMatch(senders -> senders > 850 && senders < 1_150);
    }
  }

  @Test
  void theNextTurnBeginsAtTheAnnouncedTime() {
    for (int sender = 0; sender < 1_000; sender++) {
      long key = random.nextLong();
      long moment = random.nextLong(1_000 * SECOND);
      long turn = moment + rotation.untilTurn(rotation.level(key, moment));
      assertThat(rotation.level(key, turn - SECOND / 100)).isGreaterThan(0.99);
      assertThat(rotation.level(key, turn + SECOND / 100)).isLessThan(0.01);
    }
  }

  @Test
  void knowsTheLastAdmissionInTurnUntilARefusal() {
    Leases leases = new Leases(16);
    assertThat(leases.sinceInTurn(7, 0)).isEqualTo(Leases.NEVER);
    leases.admittedInTurn(7, 10);
    assertThat(leases.sinceInTurn(7, 13)).isEqualTo(3);
    assertThat(leases.sinceInTurn(7 + 16, 13)).as("another sender").isEqualTo(Leases.NEVER);
    leases.refused(7 + 16);
    assertThat(leases.sinceInTurn(7, 13)).isEqualTo(3);
    leases.refused(7);
    assertThat(leases.sinceInTurn(7, 13)).isEqualTo(Leases.NEVER);
  }

  @Test
  void aLaterSenderDisplacesAnEarlierOne() {
    Leases leases = new Leases(16);
    leases.admittedInTurn(7, 0);
    leases.admittedInTurn(7 + 16, 1);
    assertThat(leases.sinceInTurn(7, 2)).isEqualTo(Leases.NEVER);
    assertThat(leases.sinceInTurn(7 + 16, 2)).isEqualTo(1);
  }

  @Test
  void settingsAreChecked() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new Levels.Settings(Duration.ZERO, Duration.ZERO, 1))
        .hasMessageContaining("period");
    assertThatThrownBy(() -> new Levels.Settings(second, second.plusNanos(1), 1))
        .hasMessageContaining("lease");
    assertThatThrownBy(() -> new Levels.Settings(second, second, 0)).hasMessageContaining("leases");
  }
}
