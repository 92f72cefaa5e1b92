package arashi.request.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import seda.kernel.Clock;

/** Counts failed logins by name and by address, in bounded memory. Thread-safe. */
final class LoginLimiter {
  private static final int NETWORK_BYTES = 8;

  private final LoginLimits limits;
  private final Cache<String, Integer> failures;

  LoginLimiter(LoginLimits limits, Clock clock) {
    this.limits = limits;
    this.failures =
        Caffeine.newBuilder()
            .maximumSize(limits.maxTracked())
            .expireAfterWrite(limits.window())
            .ticker(clock::nanos)
            .build();
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

  boolean allows(String name, InetAddress address) {
    for (Limit limit : limits(name, address)) {
      Integer failed = failures.getIfPresent(limit.key());
      if (failed != null && failed >= limit.allowed()) {
        return false;
      }
    }
    return true;
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
