package seda.kernel;

import java.time.Duration;

/**
 * What became of an enqueue: overload is a value, never an exception and never a wait.
 *
 * @param outcome accepted, or why not
 * @param retryAfter when it makes sense to come back; zero if accepted or unknown
 */
public record EnqueueResult(Outcome outcome, Duration retryAfter) {

  /** Accepted, or the reason for the rejection. */
  public enum Outcome {
    /** The event is queued; the stage owns it now and will end it exactly once. */
    ACCEPTED,
    /** The queue is at its capacity. */
    FULL,
    /** The admission controller turned the event away. */
    NOT_ADMITTED,
    /** The stage is not running: not yet started, draining or stopped. */
    CLOSED
  }

  /** The event is queued. */
  public static final EnqueueResult ACCEPTED = new EnqueueResult(Outcome.ACCEPTED, Duration.ZERO);

  /** The queue is at its capacity. */
  public static final EnqueueResult FULL = new EnqueueResult(Outcome.FULL, Duration.ofSeconds(1));

  /** The stage takes no more events. */
  public static final EnqueueResult CLOSED = new EnqueueResult(Outcome.CLOSED, Duration.ZERO);

  /** True if the stage took the event; otherwise it is still the caller's. */
  public boolean accepted() {
    return outcome == Outcome.ACCEPTED;
  }
}
