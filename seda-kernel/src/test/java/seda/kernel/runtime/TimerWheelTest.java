package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
  private static final long TICK = 10;
  private final TimerWheel wheel = new TimerWheel(TICK, 8, 0);
  private final List<String> fired = new ArrayList<>();

  @Test
  void firesWithinOneTickAfterTheDelayAndNeverBefore() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      long start = random.nextInt(1_000_000);
      long delay = random.nextInt(1_000);
      TimerWheel one = new TimerWheel(TICK, 8, start);
      boolean[] done = {false};
      one.schedule(start, delay, () -> done[0] = true);

      one.advance(start + delay - 1);
      assertThat(done[0]).as("start %d delay %d", start, delay).isFalse();
      one.advance(start + delay + TICK);
      assertThat(done[0]).as("start %d delay %d", start, delay).isTrue();
    }
  }

  @Test
  void keepsTimersOfLaterRoundsInTheSameSlot() {
    wheel.schedule(0, 15, () -> fired.add("soon"));
    wheel.schedule(0, 15 + 8 * TICK, () -> fired.add("next round"));

    wheel.advance(30);
    assertThat(fired).containsExactly("soon");
    assertThat(wheel.size()).isEqualTo(1);
    wheel.advance(30 + 8 * TICK);
    assertThat(fired).containsExactly("soon", "next round");
    assertThat(wheel.nanosToNext(200)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void firesEverythingDueAfterAPauseOfManyRounds() {
    for (int i = 0; i < 20; i++) {
      int n = i;
      wheel.schedule(0, i * TICK, () -> fired.add("t" + n));
    }
    wheel.advance(1_000_000);
    assertThat(fired).hasSize(20);
    assertThat(wheel.size()).isZero();
  }

  @Test
  void doesNotFireWhatWasCancelledEvenByATimerOfTheSameTick() {
    TimerWheel.Timer[] timers = new TimerWheel.Timer[2];
    timers[0] = wheel.schedule(0, 5, () -> cancelAndNote(timers[1], "first"));
    timers[1] = wheel.schedule(0, 5, () -> cancelAndNote(timers[0], "second"));

    wheel.advance(100);

    assertThat(fired).hasSize(1);
    assertThat(wheel.size()).isZero();
  }

  private void cancelAndNote(TimerWheel.Timer other, String name) {
    other.cancel();
    fired.add(name);
  }

  @Test
  void cancellingTwiceOrAfterFiringChangesNothing() {
    TimerWheel.Timer fires = wheel.schedule(0, 5, () -> fired.add("x"));
    TimerWheel.Timer cancelled = wheel.schedule(0, 5, () -> fired.add("y"));
    cancelled.cancel();
    cancelled.cancel();
    wheel.advance(20);
    fires.cancel();

    assertThat(fired).containsExactly("x");
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aTimerThatFailsDoesNotKeepTheOthersFromFiring() {
    wheel.schedule(0, 5, () -> fired.add("before"));
    wheel.schedule(
        0,
        5,
        () -> {
          throw new IllegalStateException("on purpose");
        });
    wheel.schedule(0, 5, () -> fired.add("after"));

    wheel.advance(100);

    assertThat(fired).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void returnsTheWaitingTimeOfAProcessor() {
    wheel.schedule(0, 35, () -> {});
    long wait = wheel.nanosToNext(0);
    assertThat(wait).isEqualTo(40);
    wheel.advance(wait);
    assertThat(wheel.size()).isZero();
  }

  @Test
  void survivesAnyMixOfStartsCancelsAndSteps() {
    Random random = new Random(42);
    List<TimerWheel.Timer> timers = new ArrayList<>();
    int[] ended = {0};
    int cancelled = 0;
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      switch (random.nextInt(3)) {
        case 0 -> timers.add(wheel.schedule(now, random.nextInt(500), () -> ended[0]++));
        case 1 -> {
          if (!timers.isEmpty()) {
            int before = wheel.size();
            timers.remove(random.nextInt(timers.size())).cancel();
            cancelled += before - wheel.size();
          }
        }
        default -> wheel.advance(now += random.nextInt(200));
      }
    }
    int started = ended[0] + cancelled + wheel.size();
    wheel.advance(now + 10_000);
    assertThat(wheel.size()).isZero();
    assertThat(ended[0] + cancelled).isEqualTo(started);
  }
}
