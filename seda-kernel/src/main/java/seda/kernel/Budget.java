package seda.kernel;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of memory or disk that several users share. Each takes bytes before it uses them and gives
 * them back afterwards. The bytes taken never exceed the budget. A take that fails changes nothing,
 * not even for a moment, so a large take that fails does not make a small one beside it fail.
 *
 * <p>Any thread; never blocks. A refusal is a value. A caller that waits for free bytes brings its
 * own lock, for only it knows how long it may wait.
 */
public final class Budget {
  private final long bytes;
  private final AtomicLong left;

  /**
   * A budget of which nothing is taken.
   *
   * @param bytes in total, 0 or more
   */
  public Budget(long bytes) {
    this.bytes = requireSize(bytes);
    this.left = new AtomicLong(bytes);
  }

  /**
   * Takes bytes, or none.
   *
   * @param wanted 0 or more
   * @return false if fewer are free
   */
  public boolean tryTake(long wanted) {
    return tryTake(wanted, 0);
  }

  /**
   * Takes bytes, or none.
   *
   * @param wanted 0 or more
   * @param leaving bytes that must stay free for others, 0 or more
   * @return false if fewer than {@code wanted + leaving} are free
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
   * Gives back bytes that were taken.
   *
   * @throws IllegalStateException if fewer are taken, so that bytes are given back twice
   */
  public void giveBack(long taken) {
    requireSize(taken);
    long free;
    do {
      free = left.get();
      if (taken > bytes - free) {
        throw new IllegalStateException(
            taken + " bytes are given back, of " + (bytes - free) + " that are taken");
      }
    } while (!left.compareAndSet(free, free + taken));
  }

  /**
   * Takes bytes, or none, for a user that may end twice, like a file that is closed again.
   *
   * @param wanted 0 or more
   * @return empty if fewer are free
   */
  public Optional<Lease> tryLease(long wanted) {
    return tryTake(wanted) ? Optional.of(new Lease(wanted)) : Optional.empty();
  }

  /** The bytes that are free now. */
  public long left() {
    return left.get();
  }

  /** All bytes, free or taken. */
  public long bytes() {
    return bytes;
  }

  private static long requireSize(long size) {
    if (size < 0) {
      throw new IllegalArgumentException(size + " bytes, must be 0 or more");
    }
    return size;
  }

  /** Bytes that one user has taken. Any thread. */
  public final class Lease implements AutoCloseable {
    private final long taken;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Lease(long taken) {
      this.taken = taken;
    }

    /** Gives the bytes back; a second call does nothing. */
    @Override
    public void close() {
      if (!closed.getAndSet(true)) {
        giveBack(taken);
      }
    }
  }
}
