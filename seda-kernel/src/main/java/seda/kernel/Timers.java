package seda.kernel;

import java.time.Duration;
import java.time.Instant;

/**
 * Timers of a graph, for code that runs on no processor. Actions run one at a time on the graph's
 * timer thread and must not block; the kernel holds no lock meanwhile. Thread-safe.
 *
 * <p>Delays and periods follow the clock's monotonic time, so a step of the wall clock moves no
 * timer.
 */
public interface Timers {

  /** A started timer. */
  interface Handle {
    /**
     * Cancels the timer; false if it would not have fired again anyway. Thread-safe and idempotent.
     */
    boolean cancel();
  }

  /** Runs {@code action} once {@code delay} has passed. */
  Handle after(Duration delay, Runnable action);

  /**
   * Runs {@code action} periodically. A firing missed during a pause of an action or the machine is
   * skipped.
   *
   * @param period more than zero; the first firing is one period from now
   */
  Handle every(Duration period, Runnable action);

  /** Runs {@code action} at a time of the present wall clock; immediately if that has passed. */
  Handle at(Instant moment, Runnable action);

  /** Enqueues an event after a delay. If the sink rejects it, {@code refused} runs. */
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
