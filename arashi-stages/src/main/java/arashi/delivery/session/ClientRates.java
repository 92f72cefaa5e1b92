package arashi.delivery.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Rate limits of mails and recipients per client address: token buckets that hold the tokens of a
 * minute. Only the latest addresses are tracked. Any thread; never blocks.
 */
final class ClientRates {
  private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private final StrangerLimits limits;
  private final LongSupplier nanos;
  private final Cache<Object, Buckets> clients;

  ClientRates(StrangerLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
    this.clients =
        Caffeine.newBuilder().maximumSize(limits.tracked()).executor(Runnable::run).build();
  }

  /** Counts a mail of a client; false if the limit is exceeded. */
  boolean tryMail(Object client) {
    return of(client).mails.tryTake(nanos.getAsLong());
  }

  /** Counts a recipient of a client; false if the limit is exceeded. */
  boolean tryRecipient(Object client) {
    return of(client).recipients.tryTake(nanos.getAsLong());
  }

  private Buckets of(Object client) {
    return clients.get(client, key -> new Buckets());
  }

  private final class Buckets {
    private final Bucket mails = new Bucket(limits.mails(), nanos.getAsLong());
    private final Bucket recipients = new Bucket(limits.recipients(), nanos.getAsLong());
  }

  /** A token bucket with continuous refill. */
  private static final class Bucket {
    private final int perMinute;
    private double tokens;
    private long since;

    Bucket(int perMinute, long now) {
      this.perMinute = perMinute;
      this.tokens = perMinute;
      this.since = now;
    }

    synchronized boolean tryTake(long now) {
      tokens = Math.min(perMinute, tokens + (now - since) / MINUTE_NANOS * perMinute);
      since = now;
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }
}
