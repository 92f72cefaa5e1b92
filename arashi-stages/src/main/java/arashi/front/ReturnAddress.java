package arashi.front;

import arashi.web.LocalPath;
import java.util.List;
import seda.netio.http.HttpRequest;

/**
 * Addresses to which a page of ours leads back: after a login, a busy moment, or from a reduced
 * page. A browser follows them as links of ours. So the address of another site's link loses what
 * only our own links may ask for: remote images, see {@code RemoteImages}.
 */
public final class ReturnAddress {
  private static final String OTHERWISE = "/mail";

  /** Links carry no {@code Origin}, so the public origin does not matter. */
  private static final CrossSiteGuard GUARD = new CrossSiteGuard("");

  private ReturnAddress() {}

  /**
   * Returns the address of a request as a local link; a target may name a host too (RFC 9112,
   * 3.2.2).
   */
  public static String of(HttpRequest request) {
    return LocalPath.isLocal(request.target()) ? harmless(request, request.target()) : OTHERWISE;
  }

  /** Returns the address that a link to the sign-in page names as the next one, or null. */
  public static String next(HttpRequest request) {
    String next = request.query("next");
    return next == null || !LocalPath.isLocal(next) ? null : harmless(request, next);
  }

  private static String harmless(HttpRequest request, String path) {
    if (!request.method().equals("GET") || !GUARD.isCrossSite(request)) {
      return path;
    }
    try {
      HttpRequest asked = HttpRequest.of("GET", path);
      boolean isLogin = asked.pathSegments().equals(List.of("login")); // names a next one in turn
      boolean isHarmless = !isLogin && asked.query("images") == null;
      return isHarmless || path.indexOf('?') < 0 ? path : path.substring(0, path.indexOf('?'));
    } catch (IllegalArgumentException e) { // not an address that a request may have
      return OTHERWISE;
    }
  }
}
