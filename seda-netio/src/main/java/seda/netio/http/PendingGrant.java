package seda.netio.http;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A decision that a {@link BodyGate} was asked for. It comes during the question or later, on any
 * thread, or when the connection has gone.
 *
 * <pre>
 *   ASKING ── wait ──► WAITING ── decision ──► decided: the connection is looked at
 *     └── decision ──► decided                    │
 *   any ── close ──► CLOSED: a decision that comes, or has come, ends at once
 * </pre>
 */
final class PendingGrant implements Consumer<BodyGate.Grant> {
  private enum Moment {
    ASKING,
    WAITING,
    CLOSED
  }

  /** A moment, or the decision. */
  private final AtomicReference<Object> state = new AtomicReference<>(Moment.ASKING);

  private final Runnable wakeUp;

  /** Calls {@code wakeUp} for a decision that comes later; any thread. */
  PendingGrant(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  @Override
  public void accept(BodyGate.Grant grant) {
    Object before = state.get();
    while (before != Moment.CLOSED && !state.compareAndSet(before, grant)) {
      before = state.get();
    }
    if (before == Moment.CLOSED) {
      grant.end().run();
    } else if (before == Moment.WAITING) {
      wakeUp.run();
    }
  }

  /** The decision; null if it has not come yet: then it wakes up. For the connection's thread. */
  BodyGate.Grant poll() {
    state.compareAndSet(Moment.ASKING, Moment.WAITING);
    return state.get() instanceof BodyGate.Grant grant ? grant : null;
  }

  /** Nobody waits any more. */
  void close() {
    if (state.getAndSet(Moment.CLOSED) instanceof BodyGate.Grant grant) {
      grant.end().run();
    }
  }
}
