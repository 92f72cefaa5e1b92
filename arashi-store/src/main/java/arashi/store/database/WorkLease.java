package arashi.store.database;

import java.time.Instant;

/**
 * The right of one process to do a piece of work, recorded in its row. When it ends, another
 * process may take over: the first may have died.
 *
 * @param owner process or attempt that has the lease
 * @param until end of the lease
 * @param <T> type of the owner's id
 */
public record WorkLease<T>(T owner, Instant until) {

  /** Returns true if that owner has the lease, and it has not ended. */
  public boolean isHeldBy(T other, Instant now) {
    return owner.equals(other) && now.isBefore(until);
  }

  /** Returns true if that owner may take the lease: it is its own, or it has ended. */
  public boolean isFreeFor(T other, Instant now) {
    return owner.equals(other) || until.isBefore(now);
  }
}
