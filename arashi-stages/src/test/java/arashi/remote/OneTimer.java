package arashi.remote;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import seda.kernel.Timers;

/** A timer that the test fires. */
final class OneTimer implements Timers {
  private final AtomicReference<Runnable> action = new AtomicReference<>();
  private final AtomicBoolean cancelled = new AtomicBoolean();

  @Override
  public Handle after(Duration delay, Runnable todo) {
    action.set(todo);
    cancelled.set(false);
    return () -> !cancelled.getAndSet(true);
  }

  @Override
  public Handle every(Duration period, Runnable todo) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Handle at(Instant moment, Runnable todo) {
    throw new UnsupportedOperationException();
  }

  /** Fires the timer. */
  void fire() {
    action.get().run();
  }

  boolean isCancelled() {
    return cancelled.get();
  }
}
