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
  private static final BodyGate.Grant ASKING = new BodyGate.Grant(false, () -> {});
  private static final BodyGate.Grant WAITING = new BodyGate.Grant(false, () -> {});
  private static final BodyGate.Grant CLOSED = new BodyGate.Grant(false, () -> {});

  private final AtomicReference<BodyGate.Grant> state = new AtomicReference<>(ASKING);
  private final Runnable wakeUp;

  /** Calls {@code wakeUp} for a decision that comes later; any thread. */
  PendingGrant(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  @Override
  public void accept(BodyGate.Grant grant) {
    BodyGate.Grant before = state.get();
    while (before != CLOSED && !state.compareAndSet(before, grant)) {
      before = state.get();
    }
    if (before == CLOSED) {
      grant.end().run();
    } else if (before == WAITING) {
      wakeUp.run();
    }
  }

  /** The decision; null if it has not come yet: then it wakes up. For the connection's thread. */
  BodyGate.Grant poll() {
    if (state.compareAndSet(ASKING, WAITING)) {
      return null;
    }
    BodyGate.Grant grant = state.get();
    return grant == WAITING ? null : grant;
  }

  /** Nobody waits any more. */
  void close() {
    BodyGate.Grant before = state.getAndSet(CLOSED);
    if (before != ASKING && before != WAITING && before != CLOSED) {
      before.end().run();
    }
  }
}
