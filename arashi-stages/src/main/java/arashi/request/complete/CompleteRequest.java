package arashi.request.complete;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /complete?q=}.
 *
 * @param typed start of a name or an address
 */
record CompleteRequest(HttpExchange exchange, User user, String typed) implements MailRequest {
  private static final int MAX_CHARS = 320;

  static CompleteRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String typed = arguments.query("q");
    if (typed.length() > MAX_CHARS) {
      throw new RequestProblem(
          Problem.BAD_REQUEST, "q has " + typed.length() + " characters, at most " + MAX_CHARS);
    }
    return new CompleteRequest(exchange, user, typed);
  }
}
