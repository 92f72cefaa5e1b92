package arashi.request.login;

import arashi.store.account.Accounts;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Policy;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import seda.kernel.Clock;

/**
 * Counts failed logins in bounded memory: by normalized name and by address, or by browser if it
 * has logged in to the account before. Thread-safe.
 */
final class LoginLimiter {
  private static final int NETWORK_BYTES = 8;
  private static final int MOST_OF_A_NAME = Accounts.MAX_NAME + 1;

  private final LoginLimits limits;
  private final Cache<String, Integer> failures;
  private final Policy.VarExpiration<String, Integer> expiry;

  LoginLimiter(LoginLimits limits, Clock clock) {
    this.limits = limits;
    this.failures =
        Caffeine.newBuilder()
            .maximumSize(limits.maxTracked())
            .expireAfter(new FromTheFirst(limits.window()))
            .ticker(clock::nanos)
            .build();
    this.expiry = failures.policy().expireVariably().orElseThrow();
  }

  /**
   * Expires counts a window after the first failure. If each failure restarted the window, a slow
   * guesser could lock a user out forever.
   */
  private record FromTheFirst(Duration window) implements Expiry<String, Integer> {
    @Override
    public long expireAfterCreate(String key, Integer failed, long now) {
      return window.toNanos();
    }

    @Override
    public long expireAfterUpdate(String key, Integer failed, long now, long left) {
      return left;
    }

    @Override
    public long expireAfterRead(String key, Integer failed, long now, long left) {
      return left;
    }
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
    Duration longest = Duration.ZERO;
    for (Limit limit : login.limits()) {
      Integer failed = failures.getIfPresent(limit.key());
      if (failed != null && failed >= limit.allowed()) {
        Duration left = expiry.getExpiresAfter(limit.key()).orElse(Duration.ZERO);
        longest = left.compareTo(longest) > 0 ? left : longest;
      }
    }
    return longest;
  }

  void failed(Counted login) {
    for (Limit limit : login.limits()) {
      failures.asMap().merge(limit.key(), 1, Integer::sum);
    }
  }

  /** Forgets the failed logins from an address, but not those counted by name. */
  void forgive(InetAddress address) {
    failures.invalidate(from(network(address)));
  }

  private static String from(String network) {
    return "from " + network;
  }

  /** Forgets the failures of this name from this address, or of this browser. */
  void succeeded(Counted login) {
    failures.invalidate(login.limits().get(0).key());
  }
}
