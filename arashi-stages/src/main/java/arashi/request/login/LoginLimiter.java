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
 * Counts failed logins, in bounded memory: by the normal form of the name and by address, or by
 * browser if it has signed in to the account before. Thread-safe.
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

  /** The limits that a login is counted against; a success forgives the first. */
  record Counted(List<Limit> limits) {}

  /** A login with this name, from a browser that is not known. */
  Counted unknown(String name, InetAddress address) {
    String account = begin(Accounts.normalName(name));
    String network = network(address);
    return new Counted(
        List.of(
            new Limit("both " + network + " " + account, limits.perNameAndAddress()),
            new Limit(from(network), limits.perAddress()),
            new Limit("name " + account, limits.perName())));
  }

  /** A login from a browser that has signed in to the account before, see {@link DeviceCookies}. */
  Counted known(String device) {
    return new Counted(List.of(new Limit("device " + device, limits.devices().failures())));
  }

  /** A change of the password by somebody who is signed in. */
  Counted change(long account) {
    return new Counted(List.of(new Limit("change " + account, limits.devices().failures())));
  }

  /**
   * No account has a longer name, and what is kept of a request must not be as long as its body.
   */
  private static String begin(String name) {
    return name.substring(0, Math.min(name.length(), MOST_OF_A_NAME));
  }

  /** Of IPv6 a customer has 2⁶⁴ addresses at least (RFC 6177), which are counted as one. */
  private static String network(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES)
        : address.getHostAddress();
  }

  /** How long a login has to wait; zero if it may be tried. */
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

  /** Forgets how many logins from an address failed, but not with which names. */
  void forgive(InetAddress address) {
    failures.invalidate(from(network(address)));
  }

  private static String from(String network) {
    return "from " + network;
  }

  /** Forgives the failures of this name from this address, or of this browser. */
  void succeeded(Counted login) {
    failures.invalidate(login.limits().get(0).key());
  }
}
