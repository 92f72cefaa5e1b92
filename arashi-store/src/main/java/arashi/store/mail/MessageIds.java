package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.time.Duration;
import java.time.Instant;

/**
 * Ids that grow with time: {@code milliseconds of receipt << 20 | 20 bits of the SHA-256}. 43 bits
 * of milliseconds last until the year 2248.
 */
final class MessageIds {

  private static final int RANDOM_BITS = 20;
  private static final long RANDOM_MASK = (1L << RANDOM_BITS) - 1;
  private static final Instant LAST = Instant.ofEpochMilli((1L << 43) - 1);
  private static final Duration FUTURE = Duration.ofDays(1);

  private MessageIds() {}

  /** Returns the id to try first; if it is taken, the next free one is used. */
  static long first(long receivedMillis, Sha256 sha256) {
    return receivedMillis << RANDOM_BITS | (sha256.prefix() & RANDOM_MASK);
  }

  static long millis(long message) {
    return message >>> RANDOM_BITS;
  }

  /** Returns the approximate time of receipt of a message. */
  static Instant date(long message) {
    return Instant.ofEpochMilli(millis(message));
  }

  /** Returns the least id of mail received at an instant. */
  static long floor(Instant instant) {
    if (instant.isBefore(Instant.EPOCH)) {
      return 0;
    }
    return (instant.isAfter(LAST) ? LAST : instant).toEpochMilli() << RANDOM_BITS;
  }

  /** Clamps to the range from 1970 to tomorrow, because a mail's own clock may be wrong. */
  static long clampMillis(Instant receivedAt, Instant now) {
    if (receivedAt.isBefore(Instant.EPOCH)) {
      return 0;
    }
    Instant latest = now.plus(FUTURE);
    return (receivedAt.isAfter(latest) ? latest : receivedAt).toEpochMilli();
  }
}
