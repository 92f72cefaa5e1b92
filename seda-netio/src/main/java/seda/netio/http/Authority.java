package seda.netio.http;

import java.util.Locale;

/** {@code host [":" port]} of a Host field or an absolute target (RFC 3986 §3.2). */
final class Authority {
  private static final String HOST_SYMBOLS = "-._~%!$&'()*+,;=";
  private static final int MAX_PORT = 65_535;

  private Authority() {}

  /**
   * True if the authority is a host of allowed characters and an optional port. User information is
   * rejected (RFC 9110 §4.2.4).
   */
  static boolean isValid(String authority) {
    boolean literal = authority.startsWith("[");
    int end = literal ? authority.indexOf(']') + 1 : authority.indexOf(':');
    int hostEnd = end < 0 ? authority.length() : end;
    boolean host = literal ? isAddress(authority, hostEnd) : isName(authority, hostEnd);
    return host && (hostEnd == authority.length() || isPort(authority, hostEnd));
  }

  /** Returns the host of a valid authority in lower case, without port and final dot. */
  static String host(String authority) {
    int colon = authority.lastIndexOf(':');
    String host = colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    return (host.endsWith(".") ? host.substring(0, host.length() - 1) : host)
        .toLowerCase(Locale.ROOT);
  }

  private static boolean isName(String authority, int end) {
    for (int i = 0; i < end; i++) {
      char c = authority.charAt(i);
      if (!isLetterOrDigit(c) && HOST_SYMBOLS.indexOf(c) < 0) {
        return false;
      }
    }
    return end > 0;
  }

  private static boolean isAddress(String authority, int end) {
    for (int i = 1; i < end - 1; i++) {
      char c = authority.charAt(i);
      if (Character.digit(c, 16) < 0 && c != ':' && c != '.') {
        return false;
      }
    }
    return end > 2;
  }

  private static boolean isLetterOrDigit(char c) {
    return c < 128 && Character.isLetterOrDigit(c);
  }

  /** True for a colon followed by digits. */
  private static boolean isPort(String authority, int start) {
    int port = 0;
    for (int i = start + 1; i < authority.length(); i++) {
      char c = authority.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
      port = port * 10 + (c - '0');
      if (port > MAX_PORT) {
        return false;
      }
    }
    return authority.charAt(start) == ':' && authority.length() > start + 1;
  }
}
