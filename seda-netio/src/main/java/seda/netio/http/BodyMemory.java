package seda.netio.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for the bodies of all requests that come in or are unanswered, or of all large answers
 * that are not sent yet, which no number of clients can exceed. Thread-safe.
 */
final class BodyMemory {
  private final AtomicLong left;

  BodyMemory(long bytes) {
    left = new AtomicLong(bytes);
  }

  /** Takes so many bytes; false, and none taken, if there are not so many. */
  boolean take(int bytes) {
    return take(bytes, 0);
  }

  /** The same, but only if at least {@code leaving} bytes stay free. */
  boolean take(int bytes, long leaving) {
    if (left.addAndGet(-bytes) >= leaving) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  void giveBack(int bytes) {
    left.addAndGet(bytes);
  }

  /** Bytes that are free. */
  long left() {
    return left.get();
  }
}
