package arashi.front.page;

import arashi.front.ReturnAddress;
import arashi.front.session.Cookies;
import arashi.front.session.Tokens;
import arashi.front.session.User;
import arashi.store.account.Account;
import arashi.store.account.Preferences;
import arashi.store.account.Session;
import arashi.store.database.Outage;
import arashi.store.mail.Folder;
import arashi.web.KeptPost;
import arashi.web.LoginPage;
import arashi.web.PageFrame;
import arashi.web.ResumePage;
import arashi.web.UnshownBodyPage;
import arashi.web.UnshownBodyPage.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Pages on which a user signs in, or decides about a POST that waited for it. Any thread; never
 * blocks, except {@link #resume}.
 */
public final class SignInPages {
  private final Pages pages;
  private final Cookies cookies;

  SignInPages(Pages pages, Cookies cookies) {
    this.pages = pages;
    this.cookies = cookies;
  }

  /** Answers with the login page, which keeps the request until the login. */
  public void askForLogin(HttpExchange exchange) {
    HttpRequest request = exchange.request();
    if (Pages.isForFrame(request)) {
      exchange.respond(
          pages.framed(exchange, null, 403, new UnshownBodyPage(Reason.SESSION_ENDED)));
      return;
    }
    boolean expired = request.cookie(cookies.session()) != null;
    boolean post = request.method().equals("POST");
    LoginForm form =
        new LoginForm(
            "",
            post ? null : ReturnAddress.of(request),
            expired ? LoginPage.State.EXPIRED : LoginPage.State.FRESH,
            0,
            post ? pages.keptPosts().of(request) : null);
    show(exchange, post ? 403 : 200, form);
  }

  /** Answers a POST whose token is of another session with a page that asks what to do with it. */
  public void ask(HttpExchange exchange, User user) {
    KeptPost kept = pages.keptPosts().of(exchange.request(), user, false);
    List<Folder> known = pages.folders().known(user.account());
    KeptPost named = named(kept, known, pages.locale(exchange, user));
    exchange.respond(
        pages.page(exchange, user, 403, new ResumePage(Pages.surroundings(user), named)));
  }

  /**
   * Returns the page that follows a login with the POST that needed it. Blocks if it has to read
   * the folders, whose names a POST without proof is shown with.
   */
  public HttpResponse resume(
      HttpExchange exchange, Account account, Session session, KeptPost kept) {
    Preferences preferences = account.preferences();
    PageFrame frame =
        new PageFrame(
            account.name(),
            account.admin(),
            session.csrf(),
            List.of(),
            "",
            null,
            Pages.look(preferences));
    KeptPost shown =
        kept.proven()
            ? kept
            : named(
                kept, pages.folders().lately(account.id(), 0), pages.locale(exchange, preferences));
    return pages.page(exchange, preferences, 200, new ResumePage(frame, shown));
  }

  private KeptPost named(KeptPost kept, List<Folder> all, Locale locale) {
    Map<String, String> names = new HashMap<>();
    all.forEach(one -> names.put(Long.toString(one.id()), pages.folderKinds().name(one, locale)));
    return pages.keptPosts().named(kept, names);
  }

  /**
   * Initial state of a login form.
   *
   * @param name name that was typed
   * @param next page after the login, or null
   * @param state why the form is shown
   * @param retryAfter seconds to wait, or 0
   * @param kept POST that needs the login, or null
   * @param outage of the database that prevents logins, or null
   */
  public record LoginForm(
      String name,
      String next,
      LoginPage.State state,
      int retryAfter,
      KeptPost kept,
      Outage outage) {

    /** A form while the database serves. */
    public LoginForm(
        String name, String next, LoginPage.State state, int retryAfter, KeptPost kept) {
      this(name, next, state, retryAfter, kept, null);
    }
  }

  /** Answers with a login form, bound to this browser by a cookie. */
  public void show(HttpExchange exchange, int status, LoginForm form) {
    String cookie = exchange.request().cookie(cookies.login());
    boolean known = cookie != null && Tokens.isToken(cookie);
    String token = known ? cookie : Tokens.random();
    LoginPage page =
        new LoginPage(
            PageFrame.anonymous(token),
            form.name(),
            form.next(),
            form.state(),
            BusyAnswers.cause(form.outage()),
            form.retryAfter(),
            form.kept());
    LoginPage brief =
        new LoginPage(
            PageFrame.anonymous(token),
            "",
            null,
            form.state(),
            BusyAnswers.cause(form.outage()),
            form.retryAfter(),
            null);
    HttpResponse response =
        BusyAnswers.toStranger(
            exchange, page, brief, model -> pages.page(exchange, Preferences.NONE, status, model));
    if (!known) {
      response = response.header("Set-Cookie", cookies.set(cookies.login(), token));
    }
    if (form.retryAfter() > 0) {
      response = response.header("Retry-After", Integer.toString(form.retryAfter()));
    }
    exchange.respond(response);
  }
}
