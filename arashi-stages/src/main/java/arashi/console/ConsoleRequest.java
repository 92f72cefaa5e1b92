package arashi.console;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.route.Route;
import arashi.front.session.User;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/**
 * A request to the console.
 *
 * @param form posted form; null for a GET
 */
record ConsoleRequest(HttpExchange exchange, User user, View view, Form form)
    implements MailRequest {

  enum View {
    LIVE,
    HISTORY,
    SETTINGS,
    SET_TARGETS,
    SET_CLASS,
    SET_STAGE
  }

  static Route.Reader<ConsoleRequest> page(View view) {
    return (exchange, user, arguments) -> new ConsoleRequest(exchange, user, view, null);
  }

  static Route.Reader<ConsoleRequest> form(View view) {
    return (exchange, user, arguments) -> posted(exchange, user, view, arguments);
  }

  private static ConsoleRequest posted(
      HttpExchange exchange, User user, View view, Arguments arguments) throws RequestProblem {
    return new ConsoleRequest(exchange, user, view, arguments.form());
  }
}
