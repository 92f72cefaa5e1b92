package arashi.request.emptyfolder;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/empty}.
 *
 * @param back path to return to
 */
record EmptyFolderRequest(HttpExchange exchange, User user, long folder, String back)
    implements MailRequest {

  static EmptyFolderRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    return new EmptyFolderRequest(exchange, user, folder, arguments.back(FolderPane.url(folder)));
  }
}
