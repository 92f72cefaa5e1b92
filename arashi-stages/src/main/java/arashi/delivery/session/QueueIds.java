package arashi.delivery.session;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Names of mails in the log, in replies and in {@code Received}: unique on a node for as long as
 * anybody looks for them, and unlikely to be the same on two. Any thread.
 */
final class QueueIds implements Supplier<String> {
  private static final int RADIX = 32;

  private final AtomicLong next;

  /** Counts from a random number of 50 bits, or ten digits. */
  QueueIds(RandomGenerator random) {
    next = new AtomicLong((1L << 50) | (random.nextLong() >>> 15));
  }

  @Override
  public String get() {
    return Long.toString(next.getAndIncrement(), RADIX).toUpperCase(Locale.ROOT);
  }
}
