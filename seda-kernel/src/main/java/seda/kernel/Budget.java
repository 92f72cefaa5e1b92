package seda.kernel;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bounded number of bytes, of memory or disk, that several users share. A user takes bytes before
 * it uses them and gives them back afterwards. The bytes taken never exceed the budget. A failed
 * take changes nothing, even for a moment, so a large take that fails cannot fail a concurrent
 * small one.
 *
 * <p>Thread-safe; never blocks. A refusal is a value. A caller that waits for free bytes needs its
 * own lock, because only the caller knows how long it may wait.
 */
public final class Budget {
  private final long bytes;
  private final AtomicLong left;

  /**
   * Creates a budget with all bytes free.
   *
   * @param bytes size in bytes, 0 or more
   */
  public Budget(long bytes) {
    this.bytes = requireSize(bytes);
    this.left = new AtomicLong(bytes);
  }

  /**
   * Takes all the wanted bytes or none.
   *
   * @param wanted bytes, 0 or more
   * @return false if fewer bytes are free
   */
  public boolean tryTake(long wanted) {
    return tryTake(wanted, 0);
  }

  /**
   * Takes all the wanted bytes or none, and leaves some free.
   *
   * @param wanted bytes, 0 or more
   * @param leaving bytes that must stay free for others, 0 or more
   * @return false if fewer than {@code wanted + leaving} bytes are free
   */
  public boolean tryTake(long wanted, long leaving) {
    requireSize(wanted);
    long free = left.get();
    while (free - wanted >= leaving) {
      if (left.compareAndSet(free, free - wanted)) {
        return true;
      }
      free = left.get();
    }
    return false;
  }

  /**
   * Gives bytes back.
   *
   * @throws IllegalStateException if fewer bytes are taken, as after a double release
   */
  public void giveBack(long taken) {
    requireSize(taken);
    long free;
    do {
      free = left.get();
      if (taken > bytes - free) {
        throw new IllegalStateException(
            "cannot give back " + taken + " bytes: only " + (bytes - free) + " are taken");
      }
    } while (!left.compareAndSet(free, free + taken));
  }

  /**
   * Takes all the wanted bytes or none, for a user whose close is idempotent, like a file's.
   *
   * @param wanted bytes, 0 or more
   * @return empty if fewer bytes are free
   */
  public Optional<Lease> tryLease(long wanted) {
    return tryTake(wanted) ? Optional.of(new Lease(wanted)) : Optional.empty();
  }

  /** Returns the free bytes. */
  public long left() {
    return left.get();
  }

  /** Returns the size of the budget in bytes. */
  public long bytes() {
    return bytes;
  }

  private static long requireSize(long size) {
    if (size < 0) {
      throw new IllegalArgumentException(size + " bytes, must be 0 or more");
    }
    return size;
  }

  /** Bytes taken by one user. Thread-safe. */
  public final class Lease implements AutoCloseable {
    private final long taken;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Lease(long taken) {
      this.taken = taken;
    }

    /** Gives the bytes back; idempotent. */
    @Override
    public void close() {
      if (!closed.getAndSet(true)) {
        giveBack(taken);
      }
    }
  }
}
