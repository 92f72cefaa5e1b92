package arashi.request.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Policy;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import seda.kernel.Clock;

/** Counts failed logins by name and by address, in bounded memory. Thread-safe. */
final class LoginLimiter {
  private static final int NETWORK_BYTES = 8;

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

  /** If each failure began the window anew, a slow guesser would lock a user out for good. */
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

  private List<Limit> limits(String name, InetAddress address) {
    String lowerName = begin(name).toLowerCase(Locale.ROOT);
    String from = network(address);
    return List.of(
        new Limit("both " + from + " " + lowerName, limits.perNameAndAddress()),
        new Limit("from " + from, limits.perAddress()),
        new Limit("name " + lowerName, limits.perName()));
  }

  /**
   * No account has a longer name, and what is kept of a request must not be as long as its body.
   */
  private static String begin(String name) {
    return name.substring(0, Math.min(name.length(), LoginHandler.MAX_NAME_CHARS));
  }

  /** Of IPv6 a customer has 2⁶⁴ addresses at least (RFC 6177), which are counted as one. */
  private static String network(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES)
        : address.getHostAddress();
  }

  /** How long a login with this name from this address has to wait; zero if it may be tried. */
  Duration wait(String name, InetAddress address) {
    Duration longest = Duration.ZERO;
    for (Limit limit : limits(name, address)) {
      Integer failed = failures.getIfPresent(limit.key());
      if (failed != null && failed >= limit.allowed()) {
        Duration left = expiry.getExpiresAfter(limit.key()).orElse(Duration.ZERO);
        longest = left.compareTo(longest) > 0 ? left : longest;
      }
    }
    return longest;
  }

  void failed(String name, InetAddress address) {
    for (Limit limit : limits(name, address)) {
      failures.asMap().merge(limit.key(), 1, Integer::sum);
    }
  }

  /** A success forgives the failures of this name from this address. */
  void succeeded(String name, InetAddress address) {
    failures.invalidate(limits(name, address).get(0).key());
  }
}
