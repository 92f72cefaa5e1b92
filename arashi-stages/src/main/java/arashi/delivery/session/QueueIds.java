package arashi.delivery.session;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Generates names of mails for the log, replies and {@code Received}. They are practically unique
 * on a node, and unlikely to collide across nodes. Any thread.
 */
final class QueueIds implements Supplier<String> {
  private static final int RADIX = 32;

  private final AtomicLong next;

  /** Counts from a random number of 50 bits, which is ten digits. */
  QueueIds(RandomGenerator random) {
    next = new AtomicLong((1L << 50) | (random.nextLong() >>> 15));
  }

  @Override
  public String get() {
    return Long.toString(next.getAndIncrement(), RADIX).toUpperCase(Locale.ROOT);
  }
}
