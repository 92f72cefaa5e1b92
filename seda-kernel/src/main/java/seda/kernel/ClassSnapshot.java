package seda.kernel;

import java.util.Map;

/**
 * A stage's figures for one service class.
 *
 * @param rank of the class
 * @param accepted events taken since the start
 * @param completed events handled to their end
 * @param refused events turned away since the start, by reason
 * @param failed events on which the handler failed
 * @param shed events accepted and then given up
 * @param recent times of the events that completed in the last complete window
 * @param total times of all events that completed
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
   * Where the time of completed events went.
   *
   * @param waiting in the stage's queue
   * @param service in the handler
   * @param response since the event entered the service, see {@link Stage#arrivedAt}
   */
  public record Times(Distribution waiting, Distribution service, Distribution response) {
    /** Of nothing. */
    public static final Times EMPTY =
        new Times(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY);
  }

  /** Events turned away, for whatever reason. */
  public long rejected() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }
}
