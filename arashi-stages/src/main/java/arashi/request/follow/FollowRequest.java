package arashi.request.follow;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /events?since=}. A browser that comes back names the last event instead, in the field
 * {@code Last-Event-ID} (HTML, 9.2).
 *
 * @param since number of the last change that is known, or {@link #NOW}
 */
record FollowRequest(HttpExchange exchange, User user, long since) implements MailRequest {
  /** Instead of a number: only what changes from now on. */
  static final long NOW = -1;

  static FollowRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String last = exchange.request().header("Last-Event-ID");
    String since = last == null || last.isEmpty() ? arguments.query("since") : last;
    return new FollowRequest(exchange, user, since.isEmpty() ? NOW : number(since));
  }

  private static long number(String text) throws RequestProblem {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // as one that is negative
    }
    throw new RequestProblem(Problem.BAD_REQUEST, "number of a change");
  }
}
