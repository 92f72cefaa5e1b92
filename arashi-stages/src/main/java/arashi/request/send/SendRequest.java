package arashi.request.send;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.front.compose.MailForm;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /send} or {@code POST /outbox/{id}/undo}.
 *
 * @param form the mail; null to take one back
 * @param id of the mail that is to be taken back, else 0
 */
record SendRequest(HttpExchange exchange, User user, MailForm form, long id)
    implements MailRequest {

  static SendRequest send(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new SendRequest(exchange, user, MailForm.read(arguments.form()), 0);
  }

  static SendRequest undo(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new SendRequest(exchange, user, null, arguments.number(0));
  }

  boolean takesBack() {
    return form == null;
  }
}
