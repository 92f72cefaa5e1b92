package arashi.ingest;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import seda.kernel.Budget;

/**
 * Memory budget for mails that an import has read but not stored. Every mail takes at least an
 * equal share, so the same budget bounds their number, and the stage queues have room for all of
 * them. One reader takes and waits; any thread gives back.
 */
final class InFlight {
  /** A mail takes its bytes, its display data, its terms, and the input of these. */
  private static final int COPIES = 4;

  private final Budget memory;
  private final long leastTake;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  /**
   * Creates an unused budget.
   *
   * @param bytes maximum total bytes; at least the square of {@code mails}, so that the remainder
   *     of the division has no room for another mail
   * @param mails maximum number of mails
   */
  InFlight(long bytes, int mails) {
    this.memory = new Budget(bytes);
    this.leastTake = bytes / mails;
  }

  /**
   * Takes the memory that a mail needs; waits until it is free. A mail that needs more than the
   * budget waits until all of it is free.
   *
   * @param rawBytes bytes of the mail
   * @return bytes taken, to be given back once
   */
  long take(int rawBytes) {
    long wanted = Math.min(memory.bytes(), Math.max(leastTake, (long) COPIES * rawBytes));
    lock.lock();
    try {
      while (!memory.tryTake(wanted)) {
        returned.awaitUninterruptibly();
      }
      return wanted;
    } finally {
      lock.unlock();
    }
  }

  void giveBack(long taken) {
    memory.giveBack(taken);
    lock.lock(); // under the lock, so that the reader can't miss the signal
    try {
      returned.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the free bytes. */
  long left() {
    return memory.left();
  }
}
