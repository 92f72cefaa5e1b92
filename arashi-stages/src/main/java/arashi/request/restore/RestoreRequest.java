package arashi.request.restore;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/restore}.
 *
 * @param back where to go afterwards
 */
record RestoreRequest(HttpExchange exchange, User user, String back) implements MailRequest {

  static RestoreRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new RestoreRequest(exchange, user, arguments.back(FolderPane.url(arguments.number(0))));
  }
}
