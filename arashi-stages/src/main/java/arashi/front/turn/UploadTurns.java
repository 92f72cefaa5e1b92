package arashi.front.turn;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import seda.netio.http.BodyGate.Grant;

/**
 * Bounds the concurrent uploads of an account. Accounts without uploads take no memory.
 * Thread-safe; never blocks.
 */
public final class UploadTurns {
  private final int most;
  private final ConcurrentMap<Long, Integer> uploads = new ConcurrentHashMap<>();

  /** Allows this many uploads of an account at the same time. */
  public UploadTurns(int most) {
    this.most = most;
  }

  /** Returns a grant that holds a turn until its release; empty if all turns are taken. */
  public Optional<Grant> enter(long account) {
    boolean[] entered = new boolean[1];
    uploads.compute(
        account,
        (id, count) -> {
          int before = count == null ? 0 : count;
          entered[0] = before < most;
          return entered[0] ? before + 1 : count;
        });
    if (!entered[0]) {
      return Optional.empty();
    }
    AtomicBoolean left = new AtomicBoolean();
    return Optional.of(
        new Grant(
            true,
            () -> {
              if (!left.getAndSet(true)) {
                uploads.computeIfPresent(account, (id, count) -> count == 1 ? null : count - 1);
              }
            }));
  }
}
