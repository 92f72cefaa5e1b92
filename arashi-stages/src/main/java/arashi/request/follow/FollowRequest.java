package arashi.request.follow;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /events?since=}. A reconnecting browser names the last event in {@code Last-Event-ID}
 * (HTML, 9.2) instead.
 *
 * @param since number of the last known change, or {@link #NOW}
 */
record FollowRequest(HttpExchange exchange, User user, long since) implements MailRequest {
  /** Follows only changes from now on. */
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
      // rejected like a negative number
    }
    throw new RequestProblem(Problem.BAD_REQUEST, "invalid since or Last-Event-ID");
  }
}
