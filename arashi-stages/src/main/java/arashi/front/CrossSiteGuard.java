package arashi.front;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import seda.netio.http.HttpRequest;

/**
 * Distinguishes POSTs of our own pages from forged ones of other sites (CSRF). A POST must carry a
 * token that only our pages know and, where the browser sends it, our origin.
 *
 * <p>{@code Origin: null} is refused: sandboxed frames and {@code data:} documents send it. Our own
 * pages never do, because their {@code Referrer-Policy} is {@code same-origin}; under {@code
 * no-referrer} a browser hides the origin of their forms too (Fetch, "append a request Origin
 * header"). Otherwise {@code Sec-Fetch-Site} decides if present (Fetch Metadata Request Headers,
 * W3C), else {@code Origin}. {@code Sec-Fetch-Site: none} names no page, so {@code Origin} decides
 * there too.
 */
public final class CrossSiteGuard {
  private final String publicOrigin;

  /** Senders of a request, as far as the browser's headers tell. */
  public enum Sender {
    /** A page of this service. */
    OURS,
    /** A page of another origin, or one whose origin the browser hides. */
    FOREIGN,
    /** The headers say nothing: an old browser, a program, or a proxy that removes them. */
    UNKNOWN
  }

  /**
   * Guards a service at an origin.
   *
   * @param publicOrigin like {@code https://mail.example}, or empty if requests reach this server
   *     without a proxy
   */
  public CrossSiteGuard(String publicOrigin) {
    this.publicOrigin = publicOrigin.toLowerCase(Locale.ROOT);
  }

  /** Returns the sender of a request. */
  public Sender sender(HttpRequest request) {
    String origin = request.header("Origin");
    if (origin != null && origin.strip().equalsIgnoreCase("null")) {
      return Sender.FOREIGN;
    }
    String site = request.header("Sec-Fetch-Site");
    if (site != null && !site.equals("none")) {
      return site.equals("same-origin") ? Sender.OURS : Sender.FOREIGN;
    }
    if (origin == null) {
      return Sender.UNKNOWN;
    }
    return isOurs(origin.toLowerCase(Locale.ROOT), request.host()) ? Sender.OURS : Sender.FOREIGN;
  }

  private boolean isOurs(String origin, String host) {
    if (!publicOrigin.isEmpty()) {
      return origin.equals(publicOrigin);
    }
    return host != null && origin.equals("http://" + host.toLowerCase(Locale.ROOT));
  }

  /** True if the browser's headers show that another site made the request. */
  public boolean isCrossSite(HttpRequest request) {
    return sender(request) == Sender.FOREIGN;
  }

  /** Compares a token in constant time. */
  public static boolean tokenMatches(String expected, String sent) {
    return sent != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }
}
