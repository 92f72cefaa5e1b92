package seda.kernel;

/**
 * Room in a queue for events that are already judged; see {@link Sink#reserve}. Any thread may end
 * it, once:
 *
 * <pre>
 *   refused
 *   OPEN ─► COMMITTED | ABORTED | EXPIRED
 * </pre>
 */
public interface Reservation {

  /**
   * Returns acceptance if room is reserved. Otherwise returns the reason, and the reservation has
   * ended.
   */
  EnqueueResult result();

  /**
   * Queues the events. Fails only if the reservation has ended ({@link EnqueueResult#EXPIRED}) or
   * the stage is closed ({@link EnqueueResult#CLOSED}).
   */
  EnqueueResult commit();

  /**
   * Releases the room. The events stay with the caller. Does nothing if the reservation has ended.
   */
  void abort();
}
