package arashi.request.login;

import arashi.store.account.Accounts;
import arashi.store.account.LoginFailures;
import arashi.store.database.Commits;
import arashi.store.database.StoreException;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;

/**
 * Counts failed logins over all nodes, in the database: by normalized name and by address, or by
 * browser if it has logged in to the account before. Thread-safe; blocks on the database.
 *
 * <p>A refused name or address stays refused until its window ends, on each node. A node remembers
 * refusals, so a flood of further guesses costs the database nothing. At most {@link
 * LoginLimits#maxTracked} counts remain: every few seconds, a failure deletes those beyond, and
 * those that have ended.
 *
 * <p>A window begins with the first failure. If each failure restarted it, a slow guesser could
 * lock a user out forever. The clocks of nodes may differ by less than a window.
 */
final class LoginLimiter {
  private static final Logger log = LoggerFactory.getLogger(LoginLimiter.class);
  private static final int NETWORK_BYTES = 8;
  private static final int MOST_OF_A_NAME = Accounts.MAX_NAME + 1;
  private static final Duration BETWEEN_TRIMS = Duration.ofSeconds(10);

  private final LoginLimits limits;
  private final LoginFailures failures;
  private final Clock clock;
  private final Cache<String, Instant> refused; // until when
  private final AtomicLong nextTrimNanos;

  LoginLimiter(LoginLimits limits, LoginFailures failures, Clock clock) {
    this.limits = limits;
    this.failures = failures;
    this.clock = clock;
    this.refused =
        Caffeine.newBuilder()
            .maximumSize(limits.maxTracked())
            .expireAfterWrite(limits.window())
            .ticker(clock::nanos)
            .build();
    this.nextTrimNanos = new AtomicLong(clock.nanos());
  }

  private record Limit(String key, int allowed) {}

  /** The limits of a login; a success resets the first one. */
  record Counted(List<Limit> limits) {}

  /** Returns the limits of a login by this name from an unknown browser. */
  Counted unknown(String name, InetAddress address) {
    String account = begin(Accounts.normalName(name));
    String network = network(address);
    return new Counted(
        List.of(
            new Limit("both " + network + " " + account, limits.perNameAndAddress()),
            new Limit(from(network), limits.perAddress()),
            new Limit("name " + account, limits.perName())));
  }

  /**
   * Returns the limits of a login from a browser that has logged in before, see {@link
   * DeviceCookies}.
   */
  Counted known(String device) {
    return new Counted(List.of(new Limit("device " + device, limits.devices().failures())));
  }

  /** Returns the limits of a password change by a logged-in user. */
  Counted change(long account) {
    return new Counted(List.of(new Limit("change " + account, limits.devices().failures())));
  }

  /**
   * Truncates names to one character more than any account has, so that a key is never as long as a
   * request body.
   */
  private static String begin(String name) {
    return name.substring(0, Math.min(name.length(), MOST_OF_A_NAME));
  }

  /** Groups IPv6 addresses by /64, because a customer has at least 2⁶⁴ of them (RFC 6177). */
  private static String network(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES)
        : address.getHostAddress();
  }

  /** Returns the time to wait before the login; zero if it may be tried. */
  Duration wait(Counted login) {
    Instant now = clock.instant();
    Duration known = longest(login, limit -> refused.getIfPresent(limit.key()), now);
    if (!known.isZero()) {
      return known;
    }
    Map<String, LoginFailures.Count> counts = failures.counts(keys(login), now);
    return longest(login, limit -> refusedUntil(limit, counts.get(limit.key())), now);
  }

  /** Returns when a limit that is reached ends, and remembers it; else null. */
  private Instant refusedUntil(Limit limit, LoginFailures.Count count) {
    if (count == null || count.failures() < limit.allowed()) {
      return null;
    }
    refused.put(limit.key(), count.end());
    return count.end();
  }

  private static Duration longest(Counted login, Function<Limit, Instant> until, Instant now) {
    Duration longest = Duration.ZERO;
    for (Limit limit : login.limits()) {
      Instant end = until.apply(limit);
      if (end != null && Duration.between(now, end).compareTo(longest) > 0) {
        longest = Duration.between(now, end);
      }
    }
    return longest;
  }

  private static List<String> keys(Counted login) {
    return login.limits().stream().map(Limit::key).toList();
  }

  void failed(Counted login) {
    Instant now = clock.instant();
    failures.add(keys(login), now, now.plus(limits.window()));
    long due = nextTrimNanos.get();
    long nanos = clock.nanos();
    if (nanos - due >= 0 && nextTrimNanos.compareAndSet(due, nanos + BETWEEN_TRIMS.toNanos())) {
      failures.trim(now, limits.maxTracked());
    }
  }

  /**
   * Forgets the failed logins from an address, but not those counted by name. Without the database
   * they remain until their window ends.
   */
  void forgive(InetAddress address) {
    String from = from(network(address));
    refused.invalidate(from);
    try {
      failures.forget(from);
    } catch (StoreException e) {
      log.debug("failed logins of the warm-up remain: {}", e.getMessage());
    }
  }

  private static String from(String network) {
    return "from " + network;
  }

  /** Forgets the failures of this name from this address, or of this browser. */
  void succeeded(Counted login) {
    Commits.afterwards(() -> failures.forget(login.limits().get(0).key()));
  }
}
