package arashi.request.search;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /search?q=&before=}.
 *
 * @param query what was typed
 * @param before only messages older than this one are looked at; {@link Long#MAX_VALUE} for all
 */
public record SearchRequest(HttpExchange exchange, User user, String query, long before)
    implements MailRequest {
  /** Longer queries are refused. */
  public static final int MAX_QUERY_CHARS = 1_000;

  /** Reads the request. */
  public static SearchRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String query = arguments.query("q");
    if (query.length() > MAX_QUERY_CHARS) {
      throw new RequestProblem(Problem.BAD_REQUEST, "query of " + query.length());
    }
    String before = arguments.query("before");
    return new SearchRequest(
        exchange,
        user,
        query,
        before.isEmpty() ? Long.MAX_VALUE : Arguments.parse(before, Problem.BAD_REQUEST));
  }
}
