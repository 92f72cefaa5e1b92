package seda.netio;

import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.Processor;

/**
 * A time-out that is set and cleared with every request and rarely fires. Moving it later or
 * clearing it costs one store: the pending timer stays and checks the deadline when it fires.
 * Belongs to one processor.
 */
final class Timeout {
  private final Processor processor;
  private final Clock clock;
  private final Runnable action;
  private boolean set;
  private long deadline;
  private Processor.Timer timer;
  private long timerDeadline;

  Timeout(Processor processor, Clock clock, Runnable action) {
    this.processor = processor;
    this.clock = clock;
    this.action = action;
  }

  boolean isSet() {
    return set;
  }

  /** Runs the action after {@code delay}. Replaces an earlier deadline. */
  void after(Duration delay) {
    set = true;
    deadline = processor.now() + delay.toNanos();
    if (timer == null) {
      arm(delay);
    } else if (deadline - timerDeadline < 0) {
      timer.cancel();
      arm(delay);
    }
  }

  /** Clears the time-out. */
  void clear() {
    set = false;
  }

  /** Clears the time-out and cancels its timer; it may be set again. */
  void stop() {
    set = false;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void arm(Duration delay) {
    timerDeadline = deadline;
    timer = processor.schedule(delay, this::fire);
  }

  private void fire() {
    timer = null;
    if (!set) {
      return;
    }
    long left = deadline - clock.nanos();
    if (left > 0) {
      arm(Duration.ofNanos(left));
    } else {
      set = false;
      action.run();
    }
  }
}
