package seda.kernel;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Room in a queue for events that were judged already; see {@link Sink#reserve}. Any thread may end
 * it, once:
 *
 * <pre>
 *   refused
 *   OPEN ─► COMMITTED | ABORTED | EXPIRED
 * </pre>
 */
public final class Reservation {
  private enum State {
    OPEN,
    COMMITTED,
    ABORTED,
    EXPIRED
  }

  private final StageQueue.Claim<?> claim;
  private final Supplier<EnqueueResult> commit;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private volatile Timers.Handle expiry;

  Reservation(StageQueue.Claim<?> claim, Supplier<EnqueueResult> commit) {
    this.claim = claim;
    this.commit = commit;
  }

  void expiresBy(Timers.Handle timer) {
    expiry = timer;
    if (state.get() != State.OPEN) {
      timer.cancel();
    }
  }

  /** Accepted if room is kept; otherwise why not, and the reservation has ended. */
  public EnqueueResult result() {
    return claim.result();
  }

  /**
   * Queues the events. They can't be refused now, unless the reservation has ended ({@link
   * EnqueueResult#EXPIRED}) or the stage was closed ({@link EnqueueResult#CLOSED}).
   */
  public EnqueueResult commit() {
    if (!result().accepted()) {
      return result();
    }
    return end(State.COMMITTED) ? commit.get() : EnqueueResult.EXPIRED;
  }

  /** Gives the room back; the events stay with the caller. */
  public void abort() {
    if (result().accepted() && end(State.ABORTED)) {
      claim.release();
    }
  }

  void expire() {
    if (end(State.EXPIRED)) {
      claim.release();
    }
  }

  private boolean end(State how) {
    boolean ended = state.compareAndSet(State.OPEN, how);
    Timers.Handle timer = expiry;
    if (ended && timer != null) {
      timer.cancel();
    }
    return ended;
  }
}
