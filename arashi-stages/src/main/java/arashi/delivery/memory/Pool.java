package arashi.delivery.memory;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * A part of the memory, with the banker's rule [1] for claims whose final size is unknown. The
 * caller holds the lock of the {@link MailMemory}.
 *
 * <p>Open claims may each grow to {@code most}. The state is safe while
 *
 * <pre>
 *   sum of the open claims − the largest of them ≤ bytes − blocked − most
 * </pre>
 *
 * <p>because the largest can then grow to {@code most} once the other claims, which need nothing
 * more, are released; after it has ended, the next largest can. Blocked claims wait for another
 * pool, so their bytes may never come back by themselves.
 *
 * <p>[1] E. W. Dijkstra, <i>Een algorithme ter voorkoming van de dodelijke omarming</i> (EWD 108).
 */
final class Pool {
  private static final Comparator<Claim> LARGEST_FIRST =
      Comparator.comparingLong((Claim claim) -> -claim.held).thenComparingLong(Claim::number);

  private final long bytes;
  private final long most;
  private final TreeSet<Claim> open = new TreeSet<>(LARGEST_FIRST);
  private long taken;
  private long openBytes;
  private long blockedBytes;

  /**
   * An empty pool.
   *
   * @param most bytes that one claim may need
   */
  Pool(long bytes, long most) {
    this.bytes = bytes;
    this.most = Math.min(bytes, most);
  }

  long bytes() {
    return bytes;
  }

  long taken() {
    return taken;
  }

  boolean fits(long wanted) {
    return wanted <= bytes - taken;
  }

  /** Takes the bytes of a claim that needs nothing more. */
  boolean tryTake(Claim claim, long wanted) {
    if (!fits(wanted)) {
      return false;
    }
    taken += wanted;
    claim.pool = this;
    claim.held = wanted;
    claim.isOpen = false;
    return true;
  }

  /** True if a claim of this pool, or of none, may be open with {@code total} bytes. */
  boolean canGrow(Claim claim, long total) {
    long largest = Math.max(total, open.isEmpty() ? 0 : open.first().held);
    boolean safe = openBytes - own(claim) + total - largest <= bytes - blockedBytes - most;
    return safe && fits(total - (claim.pool == this ? claim.held : 0));
  }

  /** Makes a claim of this pool, or of none, open with {@code total} bytes, if it can. */
  boolean tryGrow(Claim claim, long total) {
    if (!canGrow(claim, total)) {
      return false;
    }
    open.remove(claim);
    taken += total - (claim.pool == this ? claim.held : 0);
    openBytes += total - own(claim);
    claim.pool = this;
    claim.held = total;
    claim.isOpen = true;
    open.add(claim);
    return true;
  }

  private long own(Claim claim) {
    return claim.pool == this && claim.isOpen ? claim.held : 0;
  }

  /** Returns the open claim that may grow before all others; null if none is open. */
  Claim largest() {
    return open.isEmpty() ? null : open.first();
  }

  /** Excludes an open claim, which waits for another pool; false if that endangers the others. */
  boolean tryBlock(Claim claim) {
    if (claim.isBlocked) {
      return true;
    }
    open.remove(claim);
    long largest = open.isEmpty() ? 0 : open.first().held;
    long blocked = blockedBytes + claim.held;
    boolean safe =
        blocked <= bytes / 2 && openBytes - claim.held - largest <= bytes - blocked - most;
    if (!safe) {
      open.add(claim);
      return false;
    }
    blockedBytes = blocked;
    openBytes -= claim.held;
    claim.isBlocked = true;
    return true;
  }

  /** The claim needs only these bytes, at most those that it holds, until it is released. */
  void settle(Claim claim, long needed) {
    leaveOpen(claim);
    taken -= claim.held - needed;
    claim.held = needed;
  }

  /** Gives everything back. */
  void release(Claim claim) {
    leaveOpen(claim);
    taken -= claim.held;
    claim.held = 0;
    claim.pool = null;
  }

  private void leaveOpen(Claim claim) {
    if (claim.isBlocked) {
      blockedBytes -= claim.held;
    } else if (claim.isOpen) {
      open.remove(claim);
      openBytes -= claim.held;
    }
    claim.isBlocked = false;
    claim.isOpen = false;
  }
}
