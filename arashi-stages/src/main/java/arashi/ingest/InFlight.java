package arashi.ingest;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import seda.kernel.Budget;

/**
 * Memory for the mails that an import has read but not stored yet. Every mail takes at least an
 * equal part of it, so their number is bounded by the same budget, and the queues between the
 * stages have room for all of them. One reader takes and waits; any thread gives back.
 */
final class InFlight {
  /** A mail takes its bytes, what is shown of it, its terms, and what they are made from. */
  private static final int COPIES = 4;

  private final Budget memory;
  private final long leastTake;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  /**
   * Nothing in flight.
   *
   * @param bytes that all mails may take together; at least the square of {@code mails}, so that no
   *     further mail fits into what the division leaves
   * @param mails most of them
   */
  InFlight(long bytes, int mails) {
    this.memory = new Budget(bytes);
    this.leastTake = bytes / mails;
  }

  /**
   * Takes what a mail needs; waits until that is free. A mail that needs more than there is waits
   * until all is free.
   *
   * @param rawBytes of the mail
   * @return the bytes taken, which are to be given back once
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
    lock.lock(); // the reader has not looked yet, or waits and is told
    try {
      returned.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Bytes that are free. */
  long left() {
    return memory.left();
  }
}
