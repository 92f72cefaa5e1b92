package seda.kernel;

import java.time.Duration;
import java.time.Instant;

/**
 * The timers of a graph, for what belongs to no processor. Actions run one after the other, on the
 * graph's timer thread, and must not block; no lock is held while they do. Any thread may call it.
 *
 * <p>Time is the clock's monotonic time: a step of the wall clock moves no timer.
 */
public interface Timers {

  /** A timer that was started. */
  interface Handle {
    /** Keeps it from firing again; false if it won't anyway. Any thread, any number of times. */
    boolean cancel();
  }

  /** Runs {@code action} once {@code delay} has passed. */
  Handle after(Duration delay, Runnable action);

  /**
   * Runs {@code action} again and again. A time that was missed, because an action or the machine
   * paused, is left out instead of being made up for.
   *
   * @param period more than zero; the first time is one period from now
   */
  Handle every(Duration period, Runnable action);

  /** Runs {@code action} at a moment, as the wall clock stands now; at once if it has passed. */
  Handle at(Instant moment, Runnable action);

  /** Offers an event to a sink later; what is refused then is given to {@code refused}. */
  default <E> Handle enqueueAfter(Duration delay, E event, Sink<? super E> sink, Runnable refused) {
    return after(
        delay,
        () -> {
          if (!sink.enqueue(event).accepted()) {
            refused.run();
          }
        });
  }
}
