package arashi.front;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import seda.netio.http.HttpRequest;

/**
 * Tells a POST that one of our own pages made from one that another site made in the user's name.
 * Both a token that only our pages know and, where the browser sends it, the origin must fit.
 *
 * <p>{@code Origin: null} is refused: sandboxed frames and {@code data:} documents send it. Our own
 * pages never do, because their {@code Referrer-Policy} is {@code same-origin}; under {@code
 * no-referrer} a browser hides the origin of their forms too (Fetch, "append a request Origin
 * header"). Otherwise {@code Sec-Fetch-Site} decides if it is there (Fetch Metadata Request
 * Headers, W3C), else {@code Origin}.
 */
public final class CrossSiteGuard {
  private final String publicOrigin;

  /**
   * A guard for a service seen at this origin.
   *
   * @param publicOrigin like {@code https://mail.example}, or empty if requests come to this server
   *     itself and not through a proxy
   */
  public CrossSiteGuard(String publicOrigin) {
    this.publicOrigin = publicOrigin.toLowerCase(Locale.ROOT);
  }

  /** True if another site, as far as the browser tells, has made the request. */
  public boolean isCrossSite(HttpRequest request) {
    String origin = request.header("Origin");
    if (origin != null && origin.strip().equalsIgnoreCase("null")) {
      return true;
    }
    String site = request.header("Sec-Fetch-Site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    if (origin == null) {
      return false;
    }
    String lower = origin.toLowerCase(Locale.ROOT);
    if (!publicOrigin.isEmpty()) {
      return !lower.equals(publicOrigin);
    }
    String host = request.host();
    return host == null || !lower.equals("http://" + host.toLowerCase(Locale.ROOT));
  }

  /** Compares a token in time that does not depend on where they differ. */
  public static boolean tokenMatches(String expected, String sent) {
    return sent != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }
}
