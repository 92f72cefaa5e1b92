package seda.kernel;

import java.time.Duration;

/**
 * The result of an enqueue. Overload is a value, never an exception and never a wait.
 *
 * @param outcome acceptance, or the reason for the rejection
 * @param retryAfter earliest sensible retry; zero if accepted or unknown
 */
public record EnqueueResult(Outcome outcome, Duration retryAfter) {

  /** Accepted, or the reason for the rejection. */
  public enum Outcome {
    /** The event is queued. The stage owns it and ends it exactly once. */
    ACCEPTED,
    /** The queue is at its capacity, or its free room is guaranteed to other classes. */
    FULL,
    /** The queue is longer than the threshold. */
    OVER_THRESHOLD,
    /** Events arrive faster than the admitted rate. */
    OVER_RATE,
    /** The queue grows, and this event was rejected at random before the queue is full. */
    EARLY,
    /** The event could not meet its response-time target. */
    TOO_LATE,
    /** Others are served first for now; the retry delay ends when the sender's turn begins. */
    OUT_OF_TURN,
    /** A policy of the application rejected the event. */
    NOT_ADMITTED,
    /** The reservation expired or was aborted before the commit. */
    EXPIRED,
    /** The stage is not running: it is not yet open, draining or stopped. */
    CLOSED
  }

  /** The event is queued. */
  public static final EnqueueResult ACCEPTED = new EnqueueResult(Outcome.ACCEPTED, Duration.ZERO);

  /** The queue is at its capacity. */
  public static final EnqueueResult FULL = new EnqueueResult(Outcome.FULL, Duration.ofSeconds(1));

  /** The stage accepts no more events. */
  public static final EnqueueResult CLOSED = new EnqueueResult(Outcome.CLOSED, Duration.ZERO);

  /** The reservation has ended. */
  public static final EnqueueResult EXPIRED = new EnqueueResult(Outcome.EXPIRED, Duration.ZERO);

  /** True if the stage accepted the event. A rejected event still belongs to the caller. */
  public boolean accepted() {
    return outcome == Outcome.ACCEPTED;
  }
}
