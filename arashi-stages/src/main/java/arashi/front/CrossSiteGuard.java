package arashi.front;

import arashi.web.ErrorPage.Problem;
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
 * W3C), else {@code Origin}.
 */
public final class CrossSiteGuard {
  private final String publicOrigin;

  /**
   * Guards a service at an origin.
   *
   * @param publicOrigin like {@code https://mail.example}, or empty if requests reach this server
   *     without a proxy
   */
  public CrossSiteGuard(String publicOrigin) {
    this.publicOrigin = publicOrigin.toLowerCase(Locale.ROOT);
  }

  /** True if the browser's headers show that another site made the request. */
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

  /**
   * Returns a reader of a GET that only our own pages may make, because it is dear. A navigation by
   * another site gets a page with a link instead, which costs nothing until the user follows it.
   */
  public <E> Route.Reader<E> ownPagesOnly(Route.Reader<E> reader) {
    return (exchange, user, arguments) -> {
      if (isCrossSite(exchange.request())) {
        throw new RequestProblem(Problem.ELSEWHERE, "navigation by another site");
      }
      return reader.read(exchange, user, arguments);
    };
  }

  /** Compares a token in constant time. */
  public static boolean tokenMatches(String expected, String sent) {
    return sent != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }
}
