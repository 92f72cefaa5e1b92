package arashi.request.login;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/** {@code POST /logout}. */
public record LogoutRequest(HttpExchange exchange, User user) implements MailRequest {

  /** Reads the request. */
  public static LogoutRequest read(HttpExchange exchange, User user, Arguments arguments) {
    return new LogoutRequest(exchange, user);
  }
}
