package arashi.request.search;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.ListPosition;
import arashi.front.page.MessageRows;
import arashi.front.session.User;
import arashi.store.mail.Order;
import arashi.store.mail.SearchQuery;
import arashi.web.ErrorPage.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /search?q=&before=&sort=&dir=&from=}.
 *
 * @param query query as typed
 * @param before searches only messages older than this; {@link SearchQuery#FROM_NEWEST} for all
 * @param order order of the results
 * @param from number of sorted rows to skip
 */
record SearchRequest(
    HttpExchange exchange, User user, String query, long before, Order order, int from)
    implements MailRequest {
  /** Longer queries are refused. */
  private static final int MAX_QUERY_CHARS = 1_000;

  static SearchRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String query = arguments.query("q");
    if (query.length() > MAX_QUERY_CHARS) {
      throw new RequestProblem(
          Problem.BAD_REQUEST,
          "query of " + query.length() + " characters, at most " + MAX_QUERY_CHARS);
    }
    return new SearchRequest(
        exchange,
        user,
        query,
        number(arguments, "before", SearchQuery.FROM_NEWEST),
        ListPosition.order(arguments),
        (int) Math.min(Integer.MAX_VALUE, number(arguments, "from", 0)));
  }

  private static long number(Arguments arguments, String name, long otherwise)
      throws RequestProblem {
    String value = arguments.query(name);
    return value.isEmpty() ? otherwise : Arguments.parse(value, Problem.BAD_REQUEST);
  }

  /** True if the results are in an order other than newest first. */
  boolean isSorted() {
    return !order.equals(Order.NEWEST_FIRST);
  }

  String url() {
    return url(before, order, from);
  }

  /** Returns the URL of the page that continues further back. */
  String continued(long beforeMessage) {
    return url(beforeMessage, order, 0);
  }

  /** Returns the URL of another page of the same sorted results. */
  String from(int rows) {
    return url(before, order, rows);
  }

  /** Returns the URL of the same results in another order. */
  String in(Order other) {
    return url(before, other, 0);
  }

  private String url(long beforeMessage, Order by, int skipped) {
    StringBuilder url = new StringBuilder("/search?q=").append(encode(query));
    if (beforeMessage != SearchQuery.FROM_NEWEST) {
      url.append("&before=").append(beforeMessage);
    }
    String sort = ListPosition.top(by).query();
    if (!sort.isEmpty()) {
      url.append('&').append(sort, 1, sort.length());
    }
    if (skipped != 0) {
      url.append("&from=").append(skipped);
    }
    return url.toString();
  }

  /** Returns the URL suffix of rows, which links a message back to its results. */
  String ofRows() {
    return MessageRows.foundBy(url().substring("/search?".length()));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
