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
    /** The queue is at its capacity, or the rest of it is guaranteed to other classes. */
    FULL,
    /** More than the threshold waits. */
    OVER_THRESHOLD,
    /** Events come faster than the rate that is admitted. */
    OVER_RATE,
    /** The queue grows, and this event was chosen to be refused before it is full. */
    EARLY,
    /** The event could not be served within its response-time target. */
    TOO_LATE,
    /** Turned away by a policy of the application. */
    NOT_ADMITTED,
    /** The reservation was not committed in time, or ended before. */
    EXPIRED,
    /** The stage is not running: not yet started, draining or stopped. */
    CLOSED
  }

  /** The event is queued. */
  public static final EnqueueResult ACCEPTED = new EnqueueResult(Outcome.ACCEPTED, Duration.ZERO);

  /** The queue is at its capacity. */
  public static final EnqueueResult FULL = new EnqueueResult(Outcome.FULL, Duration.ofSeconds(1));

  /** The stage takes no more events. */
  public static final EnqueueResult CLOSED = new EnqueueResult(Outcome.CLOSED, Duration.ZERO);

  /** The reservation is over. */
  public static final EnqueueResult EXPIRED = new EnqueueResult(Outcome.EXPIRED, Duration.ZERO);

  /** True if the stage took the event; otherwise it is still the caller's. */
  public boolean accepted() {
    return outcome == Outcome.ACCEPTED;
  }
}
