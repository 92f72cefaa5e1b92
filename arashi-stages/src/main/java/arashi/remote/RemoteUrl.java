package arashi.remote;

import arashi.target.Network;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An HTTP or HTTPS address, parsed like in browsers (WHATWG URL) as far as mails need it. Each part
 * is safe in a request: ASCII without blanks and controls. Addresses with a user, or with an
 * unusual notation of a numeric host, are rejected.
 *
 * @param secure true for HTTPS
 * @param host name in A-labels (RFC 5890), or literal address without brackets
 * @param port 1 to 65535
 * @param target path and query, with a leading slash
 */
public record RemoteUrl(boolean secure, String host, int port, String target) {
  /** Longest address in characters; common servers accept no more. */
  static final int MAX_CHARS = 4_000;

  private static final int HTTP = 80;
  private static final int HTTPS = 443;
  private static final Pattern INVISIBLE = Pattern.compile("[\\t\\n\\r]");
  private static final Pattern NAME =
      Pattern.compile("(?=.{1,253}$)[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");

  /** Browsers take a host with such an end for a number. */
  private static final Pattern NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** Parses an absolute {@code http} or {@code https} address; empty if it is invalid. */
  public static Optional<RemoteUrl> parse(String text) {
    String url = cleaned(text);
    boolean secure = url.regionMatches(true, 0, "https:", 0, 6);
    if (url.length() > MAX_CHARS || !(secure || url.regionMatches(true, 0, "http:", 0, 5))) {
      return Optional.empty();
    }
    int start = url.indexOf(':') + 1;
    int authority = start;
    while (authority < url.length() && isSlash(url.charAt(authority))) {
      authority++;
    }
    int end = authority;
    while (end < url.length() && !isSlash(url.charAt(end)) && "?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return authority - start < 2
        ? Optional.empty()
        : of(secure, url.substring(authority, end), url.substring(end));
  }

  private static Optional<RemoteUrl> of(boolean secure, String authority, String rest) {
    int bracket = authority.indexOf(']');
    int colon = authority.indexOf(':', Math.max(0, bracket));
    String port = colon < 0 ? "" : authority.substring(colon + 1);
    Optional<String> host = host(colon < 0 ? authority : authority.substring(0, colon));
    if (host.isEmpty() || !(port.isEmpty() || PORT.matcher(port).matches())) {
      return Optional.empty();
    }
    int number = port.isEmpty() ? (secure ? HTTPS : HTTP) : Integer.parseInt(port);
    String target = target(rest);
    return number < 1 || number > 65_535 || target.length() > MAX_CHARS
        ? Optional.empty()
        : Optional.of(new RemoteUrl(secure, host.get(), number, target));
  }

  private static Optional<String> host(String written) {
    if (written.startsWith("[") && written.endsWith("]")) {
      String literal = written.substring(1, written.length() - 1);
      return Optional.of(literal.toLowerCase(Locale.ROOT))
          .filter(one -> one.contains(":") && Network.literal(one) != null);
    }
    String name = written.endsWith(".") ? written.substring(0, written.length() - 1) : written;
    try {
      name = IDN.toASCII(name, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    boolean literal = NUMBER.matcher(name).matches();
    return Optional.of(name)
        .filter(one -> NAME.matcher(one).matches())
        .filter(one -> !literal || isUsualV4(one));
  }

  /** True for four numbers without leading zeros, which all parsers read the same way. */
  private static boolean isUsualV4(String name) {
    return Network.literal(name) != null && Network.literal(name).getHostAddress().equals(name);
  }

  /**
   * Resolves a redirect (RFC 9110, 10.2.2).
   *
   * @param location absolute, or relative to this address
   */
  Optional<RemoteUrl> resolve(String location) {
    String to = cleaned(location);
    if (SCHEME.matcher(to).matches()) {
      return parse(to);
    }
    if (to.length() > 1 && isSlash(to.charAt(0)) && isSlash(to.charAt(1))) {
      return parse((secure ? "https:" : "http:") + to);
    }
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    String rest = to;
    if (to.isEmpty() || to.startsWith("#")) {
      rest = target;
    } else if (to.startsWith("?")) {
      rest = path + to;
    } else if (!isSlash(to.charAt(0))) {
      rest = path.substring(0, path.lastIndexOf('/') + 1) + to;
    }
    return rest.length() > MAX_CHARS
        ? Optional.empty()
        : Optional.of(new RemoteUrl(secure, host, port, target(rest)));
  }

  private static String cleaned(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && text.charAt(end - 1) <= ' ') {
      end--;
    }
    return INVISIBLE.matcher(text.substring(start, end)).replaceAll("");
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static String target(String rest) {
    int hash = rest.indexOf('#');
    String whole = hash < 0 ? rest : rest.substring(0, hash);
    int mark = whole.indexOf('?');
    String path = (mark < 0 ? whole : whole.substring(0, mark)).replace('\\', '/');
    String query = mark < 0 ? "" : whole.substring(mark);
    return withoutDots(encoded(path)) + encoded(query);
  }

  /** Removes dot segments (RFC 3986, 5.2.4), so no request leaves the server's root. */
  private static String withoutDots(String path) {
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      String name = segments[i].replaceAll("(?i)%2e", ".");
      boolean last = i == segments.length - 1;
      if (name.equals("..")) {
        kept.pollLast();
      } else if (!name.equals(".")) {
        kept.addLast(segments[i]);
      }
      if (last && (name.equals("..") || name.equals("."))) {
        kept.addLast("");
      }
    }
    return "/" + String.join("/", kept);
  }

  private static String encoded(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b <= ' ' || b >= 127 || "\"<>`{}|^\\'".indexOf(b) >= 0) { // negative: not ASCII
        out.append('%').append(HEX.toHexDigits(b));
      } else {
        out.append((char) b);
      }
    }
    return out.toString();
  }

  /** True if the host is an IPv6 address. */
  private boolean isV6() {
    return host.indexOf(':') >= 0;
  }

  /** The {@code Host} field: with the port only if it is not the default. */
  String authority() {
    String name = isV6() ? "[" + host + "]" : host;
    return port == (secure ? HTTPS : HTTP) ? name : name + ":" + port;
  }

  /** The address as typed in a browser. */
  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + authority() + target;
  }
}
