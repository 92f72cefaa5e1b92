package arashi.web;

import java.util.Objects;

/**
 * A request that can't be answered as asked: what happened, and what to do.
 *
 * @param page the surroundings, as far as they are known
 * @param problem what happened
 * @param reference what to quote to the operator, found in the log too; or null
 * @param back path to go on from
 */
public record ErrorPage(PageFrame page, Problem problem, String reference, String back)
    implements PageModel {

  /** What happened. */
  public enum Problem {
    /** The request makes no sense. */
    BAD_REQUEST(400),
    /** The CSRF token or the origin of a POST is wrong. */
    FORBIDDEN(403),
    /** Only admins may open this. */
    NOT_ADMIN(403),
    /** There is no such page, folder or message (for this user). */
    NOT_FOUND(404),
    /** The page does not take this method. */
    METHOD_NOT_ALLOWED(405),
    /** The request came too slowly. */
    TIMEOUT(408),
    /** What was sent is too large. */
    TOO_LARGE(413),
    /** It was changed by somebody else meanwhile. */
    CONFLICT(409),
    /** Too many requests. */
    TOO_MANY(429),
    /** A fault of ours. */
    INTERNAL(500),
    /** The sender's server did not take an unsubscription. */
    NOT_UNSUBSCRIBED(502),
    /** The database does not answer. */
    UNAVAILABLE(503),
    /** The database was lost while it saved: what was asked for is done, or it is not. */
    MAY_BE_DONE(504);

    private final int status;

    Problem(int status) {
      this.status = status;
    }

    /** The HTTP status that goes with it. */
    public int status() {
      return status;
    }
  }

  /** Checks the parts. */
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
