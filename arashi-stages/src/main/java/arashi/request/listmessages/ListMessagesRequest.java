package arashi.request.listmessages;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.ListPosition;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /mail/{folder}?sort=&dir=&after=&before=}.
 *
 * @param position page and order of the list
 */
public record ListMessagesRequest(
    HttpExchange exchange, User user, long folder, ListPosition position) implements MailRequest {

  /** Reads the request. */
  public static ListMessagesRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new ListMessagesRequest(
        exchange, user, arguments.number(0), ListPosition.read(arguments));
  }
}
