package arashi.web;

import java.util.Objects;

/**
 * A request that can't be answered as requested: the problem and the next step.
 *
 * @param page the page frame, as far as known
 * @param problem the problem
 * @param reference id to quote to the operator, also in the log; or null
 * @param back path of the link onward
 * @param again the POST, to be repeated after a look, or null
 */
public record ErrorPage(
    PageFrame page, Problem problem, String reference, String back, PostForm again)
    implements PageModel {

  /** The problem. */
  public enum Problem {
    /** The request is malformed. */
    BAD_REQUEST(400),
    /** The CSRF token or the origin of a POST is wrong. */
    FORBIDDEN(403),
    /** Another site led to a page that only our own pages may open; the link onward leads there. */
    ELSEWHERE(403),
    /** Only admins may open this. */
    NOT_ADMIN(403),
    /** There is no such page, folder or message (for this user). */
    NOT_FOUND(404),
    /** The page does not support this method. */
    METHOD_NOT_ALLOWED(405),
    /** The request arrived too slowly. */
    TIMEOUT(408),
    /** The request is too large. */
    TOO_LARGE(413),
    /** The target was changed concurrently. */
    CONFLICT(409),
    /** Too many requests. */
    TOO_MANY(429),
    /** An internal error. */
    INTERNAL(500),
    /** The sender's server rejected an unsubscription. */
    NOT_UNSUBSCRIBED(502),
    /** The database does not respond. */
    UNAVAILABLE(503),
    /** The request failed during a commit or after one, so it is done, done in part, or not. */
    MAY_BE_DONE(504);

    private final int status;

    Problem(int status) {
      this.status = status;
    }

    /** The HTTP status. */
    public int status() {
      return status;
    }
  }

  public ErrorPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(problem);
    LocalPath.require(back);
  }

  @Override
  public String template() {
    return "error";
  }
}
