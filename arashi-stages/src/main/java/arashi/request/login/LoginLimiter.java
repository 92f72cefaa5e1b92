package arashi.request.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import seda.kernel.Clock;

/** Counts failed logins by name and by address, in bounded memory. Thread-safe. */
final class LoginLimiter {
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
    String lowerName = name.toLowerCase(Locale.ROOT);
    String from = address.getHostAddress();
    return List.of(
        new Limit("both " + from + " " + lowerName, limits.perNameAndAddress()),
        new Limit("from " + from, limits.perAddress()),
        new Limit("name " + lowerName, limits.perName()));
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
