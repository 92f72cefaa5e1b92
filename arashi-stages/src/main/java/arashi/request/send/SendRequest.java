package arashi.request.send;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.compose.MailForm;
import arashi.front.compose.SendTime;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /send}, {@code GET /outbox/{id}}, {@code POST /outbox/{id}/undo} or {@code POST
 * /outbox/{id}/time}.
 *
 * @param form form of the mail; null unless a mail is sent
 * @param id id of the mail in the outbox, otherwise 0
 * @param sendAt requested time of sending, as typed
 */
record SendRequest(
    HttpExchange exchange, User user, What what, MailForm form, long id, SendTime sendAt)
    implements MailRequest {

  enum What {
    /** Sends a mail after the undo period. */
    SEND,
    /** Sends a mail at a chosen time. */
    SEND_LATER,
    /** Turns a mail back into a draft. */
    TAKE_BACK,
    /** Changes the time of sending. */
    RESCHEDULE,
    /** Leads to the mail, which moves from Outbox to Sent. */
    SHOW
  }

  static SendRequest send(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    MailForm form = MailForm.read(arguments.form());
    boolean later = arguments.form().first("later") != null;
    What what = later ? What.SEND_LATER : What.SEND;
    return new SendRequest(exchange, user, what, form, 0, SendTime.of(arguments.form()));
  }

  /** The address that leads to a mail of the outbox, wherever it is. */
  static String url(long id) {
    return "/outbox/" + id;
  }

  static SendRequest show(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new SendRequest(
        exchange, user, What.SHOW, null, arguments.number(0), new SendTime("", ""));
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
