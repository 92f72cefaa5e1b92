package arashi.request.listfolders;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/** {@code GET /mail}. */
public record ListFoldersRequest(HttpExchange exchange, User user) implements MailRequest {

  /** Reads the request. */
  public static ListFoldersRequest read(HttpExchange exchange, User user, Arguments arguments) {
    return new ListFoldersRequest(exchange, user);
  }
}
