package benchmarks.baselines;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DagorLevelTest {
  private static final long SECOND = 1_000_000_000;

  private final DagorLevel level =
      new DagorLevel(new DagorLevel.Settings(20_000_000, SECOND, 1_000, 0.05, 0.01), 100);
  private long now;

  /** Ends a window of 100 requests, one of each level; returns how many were admitted. */
  private int window(long waitNanos) {
    int admitted = 0;
    for (int of = 0; of < 100; of++) {
      admitted += level.admits(of, now) ? 1 : 0;
      level.waited(waitNanos);
    }
    now += SECOND;
    return admitted;
  }

  @Test
  void anOverloadedWindowAdmitsFivePercentLessNext() {
    assertThat(window(21_000_000)).isEqualTo(100);
    assertThat(window(21_000_000)).isEqualTo(95);
    assertThat(window(0)).as("90.25 wanted").isEqualTo(90);
  }

  @Test
  void aWindowWithoutOverloadAdmitsOnePercentOfAllMore() {
    for (int i = 0; i < 10; i++) {
      window(21_000_000);
    }
    int before = window(0);
    assertThat(window(0)).isEqualTo(before + 1);
    assertThat(window(0)).isEqualTo(before + 2);
  }

  @Test
  void theLevelStaysWithinItsBounds() {
    window(0);
    window(0);
    assertThat(level.level()).isEqualTo(99);
    for (int i = 0; i < 400; i++) {
      window(1_000_000_000);
    }
    assertThat(level.level()).isBetween(0, 25);
  }
}
