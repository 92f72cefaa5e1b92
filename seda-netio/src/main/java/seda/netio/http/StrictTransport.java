package seda.netio.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiPredicate;

/**
 * The header field by which browsers use HTTPS only for some time (HSTS, RFC 6797). It goes only
 * into answers that the browser gets by HTTPS (§7.2). Thread-safe.
 */
final class StrictTransport {
  private static final byte[] NO_LINE = {};

  /** No header field. */
  static final StrictTransport NONE = of(Duration.ZERO, false, (request, peer) -> false);

  private final byte[] line;
  private final boolean always;
  private final BiPredicate<HttpRequest, InetAddress> byProxy;

  private StrictTransport(
      byte[] line, boolean always, BiPredicate<HttpRequest, InetAddress> byProxy) {
    this.line = line;
    this.always = always;
    this.byProxy = byProxy;
  }

  static StrictTransport of(
      Duration maxAge, boolean always, BiPredicate<HttpRequest, InetAddress> byProxy) {
    String field = "Strict-Transport-Security: max-age=" + maxAge.toSeconds() + "\r\n";
    byte[] line = maxAge.toSeconds() == 0 ? NO_LINE : field.getBytes(StandardCharsets.US_ASCII);
    return new StrictTransport(line, always, byProxy);
  }

  /**
   * Returns the line of an answer, or an empty one.
   *
   * @param request null if it was malformed
   */
  byte[] line(HttpRequest request, InetAddress peer) {
    if (line.length == 0) {
      return NO_LINE;
    }
    return always || (request != null && byProxy.test(request, peer)) ? line : NO_LINE;
  }
}
