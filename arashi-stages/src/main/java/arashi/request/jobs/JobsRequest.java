package arashi.request.jobs;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * A request about an account's jobs.
 *
 * @param job job id; 0 for all
 */
record JobsRequest(HttpExchange exchange, User user, Wish wish, long job) implements MailRequest {

  enum Wish {
    SHOW,
    CANCEL,
    UNDO
  }

  static JobsRequest list(HttpExchange exchange, User user, Arguments arguments) {
    return new JobsRequest(exchange, user, Wish.SHOW, 0);
  }

  static JobsRequest show(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new JobsRequest(exchange, user, Wish.SHOW, arguments.number(0));
  }

  static JobsRequest cancel(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new JobsRequest(exchange, user, Wish.CANCEL, arguments.number(0));
  }

  static JobsRequest undo(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new JobsRequest(exchange, user, Wish.UNDO, arguments.number(0));
  }
}
