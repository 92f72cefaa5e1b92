package arashi.remote;

import arashi.remote.FetchException.Reason;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import seda.kernel.Clock;

/**
 * Limits the fetches of each account: concurrent ones, and per minute by a token bucket. While more
 * than half of the threads are busy, each account has one fetch at a time, so a few accounts with
 * slow servers leave threads to the others. Idle accounts are evicted. Used by {@link
 * RemoteContent}. Any thread; never blocks.
 */
final class AccountFetches {
  private static final int MAX_ACCOUNTS = 100_000;
  private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private final int together;
  private final int many;
  private final int perMinute;
  private final Clock clock;
  private final Cache<Long, Account> accounts;
  private final AtomicInteger ofAll = new AtomicInteger();

  AccountFetches(RemoteConfig config, Clock clock) {
    this.together = config.ofAccount();
    this.many = config.threads() / 2;
    this.perMinute = config.perMinute();
    this.clock = clock;
    // longer than a fetch and than the refill of a bucket
    Duration idle = config.fetch().timeout().plus(Duration.ofMinutes(5));
    this.accounts =
        Caffeine.newBuilder()
            .maximumSize(MAX_ACCOUNTS)
            .expireAfterAccess(idle)
            .ticker(clock::nanos)
            .executor(Runnable::run)
            .build();
  }

  /** A running fetch of an account. */
  interface Permit {
    /** Ends the fetch; called once. */
    void end();
  }

  /** Starts a fetch. */
  Permit begin(long account) throws FetchException {
    Account own = accounts.get(account, key -> new Account());
    int running = ofAll.incrementAndGet();
    if (!own.tryBegin(running > many ? 1 : together)) {
      ofAll.decrementAndGet();
      throw new FetchException(Reason.TOO_MANY);
    }
    return () -> {
      own.end();
      ofAll.decrementAndGet();
    };
  }

  private final class Account {
    private int running;
    private double tokens = perMinute;
    private long since = clock.nanos();

    synchronized boolean tryBegin(int most) {
      long now = clock.nanos();
      tokens = Math.min(perMinute, tokens + (now - since) / MINUTE_NANOS * perMinute);
      since = now;
      if (running >= most || tokens < 1) {
        return false;
      }
      tokens--;
      running++;
      return true;
    }

    synchronized void end() {
      running--;
    }
  }
}
