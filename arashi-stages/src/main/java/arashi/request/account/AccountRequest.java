package arashi.request.account;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import arashi.store.account.ImageSenders;
import arashi.store.blob.Sha256;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/** A request for {@code /account} and below. */
record AccountRequest(HttpExchange exchange, User user, Wanted wanted) implements MailRequest {

  sealed interface Wanted {}

  /** {@code GET /account}. */
  record Settings() implements Wanted {}

  /** {@code POST /account}. */
  record Save(AccountForm form) implements Wanted {}

  /** {@code GET /account/security}. */
  record Security() implements Wanted {}

  /** {@code POST /account/sessions} with {@code session=HASH}: sign out there. */
  record End(Sha256 session) implements Wanted {}

  /** {@code POST /account/sessions} with {@code all=1}: sign out everywhere. */
  record EndAll() implements Wanted {}

  /** {@code POST /account/images} with {@code sender=ADDRESS}: always show the sender's images. */
  record ShowImages(String sender, String back) implements Wanted {}

  /** {@code POST /account/images} with {@code remove=ADDRESS}: stop showing them without asking. */
  record HideImages(String sender) implements Wanted {}

  static AccountRequest show(HttpExchange exchange, User user, Arguments arguments) {
    return new AccountRequest(exchange, user, new Settings());
  }

  static AccountRequest save(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new AccountRequest(exchange, user, new Save(AccountForm.read(arguments.form())));
  }

  static AccountRequest security(HttpExchange exchange, User user, Arguments arguments) {
    return new AccountRequest(exchange, user, new Security());
  }

  static AccountRequest images(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Form form = arguments.form();
    String removed = Arguments.first(form, "remove");
    if (!removed.isEmpty()) {
      return new AccountRequest(exchange, user, new HideImages(removed));
    }
    String sender = Arguments.first(form, "sender");
    if (!ImageSenders.isAddress(sender)) {
      throw new RequestProblem(Problem.BAD_REQUEST, "no address");
    }
    String back = arguments.back(AccountHandler.IMAGES);
    return new AccountRequest(exchange, user, new ShowImages(sender, back));
  }

  static AccountRequest end(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Form form = arguments.form();
    if (!Arguments.first(form, "all").isEmpty()) {
      return new AccountRequest(exchange, user, new EndAll());
    }
    try {
      Sha256 session = new Sha256(Arguments.first(form, "session"));
      return new AccountRequest(exchange, user, new End(session));
    } catch (IllegalArgumentException e) {
      throw new RequestProblem(Problem.BAD_REQUEST, "no session");
    }
  }
}
