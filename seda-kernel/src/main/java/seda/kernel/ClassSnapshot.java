package seda.kernel;

import java.util.Map;

/**
 * Figures of one service class of a stage. Counts are since the start.
 *
 * @param rank rank of the class
 * @param accepted accepted events
 * @param completed completed events
 * @param refused refused events by reason
 * @param failed events on which the handler failed
 * @param shed events accepted and then shed
 * @param recent times of the events that completed in the last full window
 * @param total times of all completed events
 */
public record ClassSnapshot(
    int rank,
    long accepted,
    long completed,
    Map<EnqueueResult.Outcome, Long> refused,
    long failed,
    long shed,
    Times recent,
    Times total) {

  /**
   * Times of completed events.
   *
   * @param waiting time in the stage's queue
   * @param service time in the handler
   * @param response time since the event entered the service, see {@link Stage#arrivedAt}
   */
  public record Times(Distribution waiting, Distribution service, Distribution response) {
    /** The times of no events. */
    public static final Times EMPTY =
        new Times(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY);
  }

  /** Returns the refused events, over all reasons. */
  public long rejected() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }
}
