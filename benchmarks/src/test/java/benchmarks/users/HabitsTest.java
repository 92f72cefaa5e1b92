package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HabitsTest {
  private static final Duration RETRY = Duration.ofSeconds(5);

  @Test
  void spreadsReturnsOverTheSecondBeforeRetryAfter() {
    assertThat(Habits.closed().away("7", 0)).isEqualTo(Duration.ofSeconds(7));
    assertThat(Habits.closed().away("7", 0.25)).isEqualTo(Duration.ofMillis(6_750));
  }

  @Test
  void waitsTheDefaultTimeWithoutRetryAfter() {
    assertThat(Habits.closed().away(null, 0.25)).isEqualTo(RETRY);
  }
}
