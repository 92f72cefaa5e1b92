package seda.netio.http;

import java.net.IDN;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The host names under which a server answers, against DNS rebinding: a foreign site can have its
 * own name resolve to this server's address, so that a browser takes both for one origin and lets
 * the site's scripts read the answers. Its requests still name the site in {@code Host}.
 *
 * <p>Besides the given names these are allowed, because no foreign site can have them:
 *
 * <ul>
 *   <li>{@code localhost} and names below it, which always mean this machine (RFC 6761 §6.3)
 *   <li>IP addresses, which are not resolved
 *   <li>no host at all (HTTP/1.0), which no browser sends
 * </ul>
 *
 * <p>Ports, case and a final dot do not matter. Immutable and thread-safe.
 */
public final class AllowedHosts {
  private static final String LOCALHOST = "localhost";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final int PARTS_OF_IPV4 = 4;
  private static final int MAX_PART = 255;

  private final Set<String> names;
  private final String remedy;
  private final boolean withoutDot;

  private AllowedHosts(Set<String> names, String remedy, boolean withoutDot) {
    this.names = names;
    this.remedy = remedy;
    this.withoutDot = withoutDot;
  }

  /**
   * Allows these names.
   *
   * @param names host names without scheme and port; may have letters beyond ASCII
   * @param key the setting that holds them, for the message
   * @param remedy what the operator does to allow a name, for the answer to a refused request
   * @throws IllegalArgumentException with the key and the value if one is not a host name
   */
  public static AllowedHosts of(Collection<String> names, String key, String remedy) {
    Set<String> ascii = new TreeSet<>();
    for (String name : names) {
      ascii.add(ascii(name, key));
    }
    return new AllowedHosts(Set.copyOf(ascii), remedy, false);
  }

  /**
   * Allows names without a dot too, which local networks give. In the public DNS only registries
   * could own one, and must not (RFC 7085).
   */
  public AllowedHosts withLocalNames() {
    return new AllowedHosts(names, remedy, true);
  }

  private static String ascii(String name, String key) {
    try {
      String ascii = IDN.toASCII(name);
      if (NAME.matcher(ascii).matches()) {
        return Authority.host(ascii);
      }
    } catch (IllegalArgumentException e) {
      // refused like other bad names
    }
    throw new IllegalArgumentException(
        key + " = " + name + ", must be a host name like mail.example, without scheme and port");
  }

  /**
   * Returns the answer to a request for another host, or null if its host is allowed. Never blocks.
   */
  public HttpResponse refusal(HttpRequest request) {
    String name = request.hostName();
    return name == null || allows(name) ? null : ErrorResponse.misdirected(name, remedy);
  }

  private boolean allows(String name) {
    return names.contains(name)
        || name.equals(LOCALHOST)
        || name.endsWith("." + LOCALHOST)
        || (withoutDot && name.indexOf('.') < 0)
        || name.startsWith("[") // an IPv6 address: Authority admits nothing else
        || isIpv4(name);
  }

  /** True for four decimal numbers: browsers write every IPv4 address so (WHATWG URL, 3.5). */
  private static boolean isIpv4(String name) {
    int parts = 1;
    int value = -1; // of the present part; -1 before its first digit
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.' && value >= 0) {
        parts++;
        value = -1;
      } else if (c >= '0' && c <= '9') {
        value = Math.max(value, 0) * 10 + (c - '0');
      } else {
        return false;
      }
      if (value > MAX_PART) {
        return false;
      }
    }
    return parts == PARTS_OF_IPV4 && value >= 0;
  }
}
