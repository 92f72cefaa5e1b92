package seda.kernel;

/**
 * Room in a queue for events that were judged already; see {@link Sink#reserve}. Any thread may end
 * it, once:
 *
 * <pre>
 *   refused
 *   OPEN ─► COMMITTED | ABORTED | EXPIRED
 * </pre>
 */
public interface Reservation {

  /** Accepted if room is kept; otherwise why not, and the reservation has ended. */
  EnqueueResult result();

  /**
   * Queues the events. They can't be refused now, unless the reservation has ended ({@link
   * EnqueueResult#EXPIRED}) or the stage was closed ({@link EnqueueResult#CLOSED}).
   */
  EnqueueResult commit();

  /** Gives the room back; the events stay with the caller. */
  void abort();
}
