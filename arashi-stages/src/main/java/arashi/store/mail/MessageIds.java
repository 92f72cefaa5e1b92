package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.time.Duration;
import java.time.Instant;

/**
 * Ids that grow with time: {@code milliseconds of receipt << 20 | 20 bits of the SHA-256}. 43 bits
 * of milliseconds reach to the year 2248.
 */
final class MessageIds {

  private static final int RANDOM_BITS = 20;
  private static final long RANDOM_MASK = (1L << RANDOM_BITS) - 1;
  private static final Instant LAST = Instant.ofEpochMilli((1L << 43) - 1);
  private static final Duration FUTURE = Duration.ofDays(1);

  private MessageIds() {}

  /** The id to try first; if it is taken, the next free one. */
  static long first(long receivedMillis, Sha256 sha256) {
    return receivedMillis << RANDOM_BITS | (sha256.prefix() & RANDOM_MASK);
  }

  static long millis(long message) {
    return message >>> RANDOM_BITS;
  }

  /** When a message was received, roughly. */
  static Instant date(long message) {
    return Instant.ofEpochMilli(millis(message));
  }

  /** The least id of mail received at an instant. */
  static long floor(Instant instant) {
    if (instant.isBefore(Instant.EPOCH)) {
      return 0;
    }
    return (instant.isAfter(LAST) ? LAST : instant).toEpochMilli() << RANDOM_BITS;
  }

  /** A mail's own clock may be off: dates before 1970 or after tomorrow count as these. */
  static long clampMillis(Instant receivedAt, Instant now) {
    if (receivedAt.isBefore(Instant.EPOCH)) {
      return 0;
    }
    Instant latest = now.plus(FUTURE);
    return (receivedAt.isAfter(latest) ? latest : receivedAt).toEpochMilli();
  }
}
