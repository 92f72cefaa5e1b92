package arashi.request.login;

import arashi.front.ReturnAddress;
import arashi.front.page.Pages;
import arashi.front.page.SignInPages;
import arashi.web.LoginPage.State;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.netio.http.HttpExchange;

/** {@code GET /login}: shows the form. Runs on the processors. */
final class LoginFormHandler implements EventHandler<HttpExchange> {
  private final Pages pages;

  LoginFormHandler(Pages pages) {
    this.pages = pages;
  }

  @Override
  public void handle(Batch<HttpExchange> batch) {
    while (batch.hasNext()) {
      HttpExchange exchange = batch.next();
      String next = ReturnAddress.next(exchange.request());
      State state = exchange.request().query("signed-out") == null ? State.FRESH : State.SIGNED_OUT;
      pages.signIn().show(exchange, 200, new SignInPages.LoginForm("", next, state, 0, null));
    }
  }
}
