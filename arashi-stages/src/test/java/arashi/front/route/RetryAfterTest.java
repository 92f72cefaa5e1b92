package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.simulation.VirtualClock;

/** At most two clients of a class return in the same second. */
class RetryAfterTest {
  private static final ServiceClass GOLD = new ServiceClass("gold", 0);
  private static final ServiceClass GUEST = new ServiceClass("guest", 1);

  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final RetryAfter retryAfter = new RetryAfter(new Random(1), clock, 2);

  private Duration late(ServiceClass serviceClass, long seconds) {
    return retryAfter.of(
        new EnqueueResult(EnqueueResult.Outcome.TOO_LATE, Duration.ofSeconds(seconds)),
        serviceClass);
  }

  @Test
  void aClientThatFindsASecondTakenGetsALaterOne() {
    assertThat(late(GOLD, 5)).hasSeconds(5);
    assertThat(late(GOLD, 5)).hasSeconds(5);
    assertThat(late(GOLD, 5)).hasSeconds(6);
    assertThat(late(GOLD, 6)).hasSeconds(6);
    assertThat(late(GOLD, 5)).hasSeconds(7);
    assertThat(late(GOLD, 1)).hasSeconds(1);
  }

  @Test
  void aClassTakesNoRoomFromAnother() {
    for (int i = 0; i < 100; i++) {
      late(GUEST, 5);
    }
    assertThat(late(GOLD, 5)).hasSeconds(5);
  }

  @Test
  void retryAfterIsAtMostAMinute() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(late(GOLD, 5)).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void secondsThatHavePassedHaveRoomAgain() {
    for (int i = 0; i < 1_000; i++) {
      late(GOLD, 1);
    }
    clock.advance(Duration.ofSeconds(58));
    assertThat(late(GOLD, 1)).isGreaterThan(Duration.ofSeconds(1)); // skips the crowded second
    clock.advance(Duration.ofSeconds(2));
    assertThat(late(GOLD, 1)).hasSeconds(1);
    clock.advance(Duration.ofHours(1));
    assertThat(late(GOLD, 1)).hasSeconds(1);
  }

  @Test
  void otherRefusalsAreSpreadFirst() {
    EnqueueResult full = EnqueueResult.FULL;
    Map<Long, Integer> told = new HashMap<>();
    for (int i = 0; i < 4; i++) {
      Duration wait = retryAfter.of(full, GOLD);
      assertThat(wait).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
      told.merge(wait.plusMillis(999).toSeconds(), 1, Integer::sum);
    }
    assertThat(told.values()).allMatch(count -> count <= 2);
  }
}
