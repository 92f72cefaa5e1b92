package seda.kernel.runtime;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import seda.kernel.EnqueueResult;
import seda.kernel.Reservation;
import seda.kernel.Timers;

/** A reservation on a queue's claim; expires by a timer of the graph. */
final class QueueReservation implements Reservation {
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

  QueueReservation(StageQueue.Claim<?> claim, Supplier<EnqueueResult> commit) {
    this.claim = claim;
    this.commit = commit;
  }

  void expiresBy(Timers.Handle timer) {
    expiry = timer;
    if (state.get() != State.OPEN) {
      timer.cancel();
    }
  }

  @Override
  public EnqueueResult result() {
    return claim.result();
  }

  @Override
  public EnqueueResult commit() {
    if (!result().accepted()) {
      return result();
    }
    return end(State.COMMITTED) ? commit.get() : EnqueueResult.EXPIRED;
  }

  @Override
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
