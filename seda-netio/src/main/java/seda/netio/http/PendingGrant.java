package seda.netio.http;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A decision requested from a {@link BodyGate}. It comes during the call or later, on any thread,
 * possibly after the connection has closed.
 *
 * <pre>
 *   ASKING ── wait ──► WAITING ── decision ──► decided: the connection is woken
 *     └── decision ──► decided                    │
 *   any ── close ──► CLOSED: a decision, earlier or later, ends at once
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

  /** Creates a pending decision; {@code wakeUp} runs on any thread if it comes later. */
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

  /**
   * Returns the decision; null if it is pending, and then its arrival wakes up the connection. For
   * the connection's thread.
   */
  BodyGate.Grant poll() {
    state.compareAndSet(Moment.ASKING, Moment.WAITING);
    return state.get() instanceof BodyGate.Grant grant ? grant : null;
  }

  /** Cancels the request. */
  void close() {
    if (state.getAndSet(Moment.CLOSED) instanceof BodyGate.Grant grant) {
      grant.end().run();
    }
  }
}
