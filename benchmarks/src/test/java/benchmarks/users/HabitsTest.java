package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.users.Habits.Retry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HabitsTest {
  private static final Duration FIXED = Duration.ofSeconds(5);
  private static final Duration RELOAD = Duration.ofMillis(50);

  @Test
  void obedientUsersReturnInTheSecondBeforeRetryAfter() {
    assertThat(Habits.closed().away("7", 0)).isEqualTo(Duration.ofSeconds(7));
    assertThat(Habits.closed().away("7", 0.25)).isEqualTo(Duration.ofMillis(6_750));
    assertThat(Habits.closed().away("0", 0.25)).isEqualTo(Duration.ZERO);
  }

  @Test
  void obedientUsersWaitFiveSecondsWithoutRetryAfter() {
    assertThat(Habits.closed().away(null, 0.25)).isEqualTo(FIXED);
  }

  @Test
  void thePapersUsersDoNotReadRetryAfter() {
    assertThat(Habits.closed().retrying(Retry.FIXED).away("7", 0.25)).isEqualTo(FIXED);
    assertThat(Habits.open(10).retrying(Retry.FIXED).away("7", 0.25)).isEqualTo(FIXED);
  }

  @Test
  void impatientUsersReloadWithoutReadingRetryAfter() {
    assertThat(Habits.closed().retrying(Retry.AT_ONCE).away("7", 0.25)).isEqualTo(RELOAD);
  }

  @Test
  void aRefusedUserOfAnOpenLoopIsReadyAtOnce() {
    assertThat(Habits.open(10).away("7", 0.25)).isEqualTo(Duration.ZERO);
  }

  @Test
  void noFailureIsRepeatedWithoutAPause() {
    assertThat(Habits.open(10).afterFailure()).isEqualTo(RELOAD);
    assertThat(Habits.closed().afterFailure()).isEqualTo(FIXED);
  }
}
