package arashi.request.send;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.front.compose.MailForm;
import arashi.front.compose.SendTime;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /send}, {@code POST /outbox/{id}/undo} or {@code POST /outbox/{id}/time}.
 *
 * @param what is asked for
 * @param form the mail; null unless one is to be sent
 * @param id of the mail in the outbox, else 0
 * @param sendAt the moment at which it is to be sent, as it was typed
 */
record SendRequest(
    HttpExchange exchange, User user, What what, MailForm form, long id, SendTime sendAt)
    implements MailRequest {

  /** What is asked for. */
  enum What {
    /** A mail leaves after the time in which that can be undone. */
    SEND,
    /** A mail leaves at a moment that was chosen. */
    SEND_LATER,
    /** A mail becomes a draft again. */
    TAKE_BACK,
    /** A mail leaves at another moment. */
    RESCHEDULE
  }

  static SendRequest send(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    MailForm form = MailForm.read(arguments.form());
    boolean later = arguments.form().first("later") != null;
    What what = later ? What.SEND_LATER : What.SEND;
    return new SendRequest(exchange, user, what, form, 0, SendTime.of(arguments.form()));
  }

  static SendRequest undo(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new SendRequest(
        exchange, user, What.TAKE_BACK, null, arguments.number(0), new SendTime("", ""));
  }

  static SendRequest reschedule(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    SendTime sendAt = SendTime.of(arguments.form());
    return new SendRequest(exchange, user, What.RESCHEDULE, null, arguments.number(0), sendAt);
  }
}
