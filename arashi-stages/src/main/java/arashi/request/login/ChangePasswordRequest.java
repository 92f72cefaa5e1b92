package arashi.request.login;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /account/password}.
 *
 * @param old old password
 * @param fresh new password
 * @param again new password, repeated
 */
record ChangePasswordRequest(
    HttpExchange exchange, User user, String old, String fresh, String again)
    implements MailRequest {

  static ChangePasswordRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Form form = arguments.form();
    return new ChangePasswordRequest(
        exchange,
        user,
        Arguments.first(form, "password.old"),
        Arguments.first(form, "password.new"),
        Arguments.first(form, "password.again"));
  }

  /** Omits the passwords, because requests may be logged. */
  @Override
  public String toString() {
    return "change password of " + user;
  }
}
