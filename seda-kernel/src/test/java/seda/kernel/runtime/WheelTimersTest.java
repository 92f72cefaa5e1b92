package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;
import seda.kernel.Timers;
import seda.kernel.simulation.VirtualClock;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WheelTimersTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final VirtualClock clock = new VirtualClock(NOON);
  private final WheelTimers timers = new WheelTimers(clock);
  private final List<String> fired = new ArrayList<>();

  private void pass(Duration time) {
    clock.advance(time);
    timers.fireDue();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void firesOnceAfterTheDelayAndNotBefore() {
    timers.after(millis(10), () -> fired.add("x"));
    pass(millis(9));
    assertThat(fired).isEmpty();
    pass(millis(2));
    pass(millis(100));
    assertThat(fired).containsExactly("x");
  }

  @Test
  void firesAtAMomentOrAtOnceIfThatHasPassed() {
    timers.at(NOON.plusMillis(50), () -> fired.add("moment"));
    timers.at(NOON.minusSeconds(9), () -> fired.add("passed"));
    pass(millis(1));
    assertThat(fired).containsExactly("passed");
    pass(millis(48));
    assertThat(fired).containsExactly("passed");
    pass(millis(2));
    assertThat(fired).containsExactly("passed", "moment");
  }

  @Test
  void firesWhatIsDueTogetherInTheOrderOfTheDeadlines() {
    timers.after(Duration.ofSeconds(5), () -> fired.add("late"));
    timers.after(millis(7), () -> fired.add("second"));
    timers.after(Duration.ofNanos(6_900_000), () -> fired.add("first"));
    timers.after(millis(7), () -> fired.add("third, started after the second"));
    pass(Duration.ofMinutes(1));
    assertThat(fired).containsExactly("first", "second", "third, started after the second", "late");
  }

  @Test
  void firesAgainAndAgainFromTheFirstPeriodOn() {
    timers.every(millis(10), () -> fired.add("x"));
    pass(millis(9));
    assertThat(fired).isEmpty();
    for (int i = 0; i < 5; i++) {
      pass(millis(10));
    }
    assertThat(fired).hasSize(5);
    assertThatThrownBy(() -> timers.every(Duration.ZERO, () -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void leavesOutTheTimesThatAPauseMadeItMissAndKeepsItsRhythm() {
    timers.every(millis(10), () -> fired.add("x"));
    pass(millis(95));
    assertThat(fired).hasSize(1);
    pass(millis(4)); // 99
    assertThat(fired).hasSize(1);
    pass(millis(2)); // 101: the tenth time
    assertThat(fired).hasSize(2);
  }

  @Test
  void doesNotFireWhatWasCancelled() {
    Timers.Handle once = timers.after(millis(5), () -> fired.add("once"));
    Timers.Handle again = timers.every(millis(5), () -> fired.add("again"));
    assertThat(once.cancel()).isTrue();
    assertThat(once.cancel()).isFalse();
    pass(millis(6));
    assertThat(again.cancel()).isTrue();
    pass(millis(60));
    assertThat(fired).containsExactly("again");
    assertThat(again.cancel()).isFalse();
  }

  @Test
  void anActionMayCancelATimerThatIsDueAsWellAndItself() {
    Timers.Handle[] handles = new Timers.Handle[2];
    handles[0] =
        timers.every(
            millis(5),
            () -> {
              fired.add("first");
              handles[0].cancel();
              handles[1].cancel();
            });
    handles[1] = timers.after(millis(6), () -> fired.add("second"));
    pass(millis(20));
    pass(millis(20));
    assertThat(fired).containsExactly("first");
  }

  @Test
  void whatAnActionThrowsKeepsNoOtherFromFiring() {
    timers.every(
        millis(5),
        () -> {
          fired.add("fails");
          throw new StackOverflowError("on purpose");
        });
    timers.after(millis(6), () -> fired.add("other"));
    pass(millis(7));
    pass(millis(5));
    assertThat(fired).containsExactly("fails", "other", "fails");
  }

  @Test
  void holdsNoLockWhileAnActionRuns() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    WheelTimers real = new WheelTimers(Clock.system());
    real.start();
    real.after(
        Duration.ZERO,
        () -> {
          Thread other = new Thread(() -> real.after(Duration.ofHours(1), () -> {}).cancel());
          other.start();
          Threads.joinUninterruptibly(other); // would deadlock if a lock were held
          done.countDown();
        });
    done.await();
    real.stop();
  }

  @Test
  void aTimerThatIsStartedWhileTheThreadWaitsWakesIt() throws InterruptedException {
    WheelTimers real = new WheelTimers(Clock.system());
    real.start();
    CountDownLatch done = new CountDownLatch(2);
    real.after(Duration.ofHours(1), () -> {});
    real.after(Duration.ofMillis(2), done::countDown);
    real.every(Duration.ofMillis(2), done::countDown);
    done.await();
    real.stop();
  }

  @Test
  void offersAnEventLaterAndReportsARefusal() {
    Sink<String> open =
        event -> {
          fired.add(event);
          return EnqueueResult.ACCEPTED;
        };
    timers.enqueueAfter(millis(5), "event", open, () -> fired.add("not refused"));
    timers.enqueueAfter(millis(5), "x", event -> EnqueueResult.FULL, () -> fired.add("refused"));
    pass(millis(6));
    assertThat(fired).containsExactly("event", "refused");
  }
}
