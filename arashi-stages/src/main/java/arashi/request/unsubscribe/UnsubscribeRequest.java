package arashi.request.unsubscribe;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.MessageRows;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/{uid}/unsubscribe}.
 *
 * @param uid uid of a mail of the list
 * @param back path to return to
 */
record UnsubscribeRequest(HttpExchange exchange, User user, long folder, long uid, String back)
    implements MailRequest {

  static UnsubscribeRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    long uid = arguments.number(1);
    String back = arguments.back(MessageRows.messageUrl(folder, uid));
    return new UnsubscribeRequest(exchange, user, folder, uid, back);
  }
}
