package arashi.request.login;

import arashi.front.Cookies;
import arashi.front.CrossSiteGuard;
import arashi.front.Pages;
import arashi.front.Tokens;
import arashi.front.TrustedProxies;
import arashi.front.User;
import arashi.store.Account;
import arashi.store.Store;
import arashi.web.ErrorPage.Problem;
import arashi.web.Field;
import arashi.web.LocalPath;
import arashi.web.LoginPage.State;
import arashi.web.Page;
import arashi.web.PostForm;
import arashi.web.ResumePage;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.netio.http.BadFormException;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/**
 * {@code POST /login}: checks name and password and opens a session. Whether a name exists shows
 * neither in the answer nor in its time. Runs on the password pool.
 */
public final class LoginHandler implements EventHandler<HttpExchange> {
  private static final String RESUME = "resume";
  private static final String RESUMED_FIELD = "resume.";

  /** No account has a longer name. */
  static final int MAX_NAME_CHARS = 200;

  private final Store store;
  private final Pages pages;
  private final Cookies cookies;
  private final CrossSiteGuard guard;
  private final Passwords passwords;
  private final TrustedProxies proxies;
  private final LoginLimiter limiter;
  private final Duration sessionLifetime;

  /**
   * A handler that opens sessions.
   *
   * @param sessionLifetime how long a session lasts without being used
   */
  public LoginHandler(
      Store store,
      Pages pages,
      Cookies cookies,
      CrossSiteGuard guard,
      TrustedProxies proxies,
      LoginLimits limits,
      Duration sessionLifetime,
      Clock clock) {
    this.store = store;
    this.pages = pages;
    this.cookies = cookies;
    this.guard = guard;
    this.passwords = new Passwords();
    this.proxies = proxies;
    this.limiter = new LoginLimiter(limits, clock);
    this.sessionLifetime = sessionLifetime;
  }

  @Override
  public void handle(Batch<HttpExchange> batch) {
    while (batch.hasNext()) {
      login(batch.next());
    }
  }

  private void login(HttpExchange exchange) {
    Form form;
    try {
      form = exchange.request().form();
    } catch (BadFormException e) {
      pages.problem(exchange, null, e.status() == 413 ? Problem.TOO_LARGE : Problem.BAD_REQUEST);
      return;
    }
    String name = text(form, "name");
    if (guard.isCrossSite(exchange.request()) || !formIsOurs(exchange, form)) {
      again(exchange, form, 403, State.FRESH, 0);
      return;
    }
    InetAddress address = proxies.clientOf(exchange);
    Duration wait = limiter.wait(name, address);
    if (!wait.isZero()) {
      again(exchange, form, 429, State.LIMITED, Pages.seconds(wait));
      return;
    }
    Optional<Account> account = authenticate(name, text(form, "password"));
    if (account.isEmpty()) {
      limiter.failed(name, address);
      again(exchange, form, 403, State.WRONG, 0);
      return;
    }
    limiter.succeeded(name, address);
    openSession(exchange, form, account.get(), address);
  }

  private static String text(Form form, String field) {
    String value = form.first(field);
    return value == null ? "" : value;
  }

  /** The form carries the token that this browser was given with it. */
  private boolean formIsOurs(HttpExchange exchange, Form form) {
    String cookie = exchange.request().cookie(cookies.login());
    return cookie != null && CrossSiteGuard.tokenMatches(cookie, form.first("csrf"));
  }

  private Optional<Account> authenticate(String name, String password) {
    Optional<Account> account =
        name.length() > MAX_NAME_CHARS ? Optional.empty() : store.accounts().byName(name);
    boolean right =
        account.isPresent()
            ? Passwords.matches(password, account.get().passwordHash())
            : passwords.matchesNobody(password);
    return right ? account : Optional.empty();
  }

  private void again(HttpExchange exchange, Form form, int status, State state, int retryAfter) {
    pages.login(
        exchange,
        status,
        new Pages.LoginForm(
            text(form, "name"), local(form.first("next")), state, retryAfter, interrupted(form)));
  }

  /** A path of this service, or null. */
  private static String local(String path) {
    return path != null && LocalPath.isLocal(path) ? path : null;
  }

  /** Answers a login, or the form for one, for which there was no room; {@code user} is null. */
  public void refuse(HttpExchange exchange, User user, Duration retryAfter) {
    if (!exchange.request().method().equals("POST")) {
      String next = local(exchange.request().query("next"));
      pages.login(
          exchange,
          503,
          new Pages.LoginForm("", next, State.BUSY, Pages.seconds(retryAfter), null));
      return;
    }
    try {
      again(exchange, exchange.request().form(), 503, State.BUSY, Pages.seconds(retryAfter));
    } catch (BadFormException e) {
      pages.problem(exchange, null, Problem.BAD_REQUEST);
    }
  }

  private void openSession(HttpExchange exchange, Form form, Account account, InetAddress address) {
    String token = Tokens.random();
    String csrf = Tokens.random();
    String agent = exchange.request().header("User-Agent");
    store
        .sessions()
        .create(
            Tokens.hash(token),
            account.id(),
            csrf,
            sessionLifetime,
            agent == null ? "" : agent,
            address.getHostAddress());
    String id = Long.toString(account.id());
    boolean isSame = id.equals(exchange.request().cookie(cookies.account()));
    PostForm interrupted = isSame ? interrupted(form) : null; // ids of mails are each account's own
    HttpResponse response;
    if (interrupted != null) {
      Page page = new Page(account.name(), account.admin(), csrf, List.of(), "", null);
      response = pages.page(exchange, 200, new ResumePage(page, interrupted));
    } else {
      String next = local(form.first("next"));
      response = Pages.redirect(next == null ? "/mail" : next);
    }
    exchange.respond(
        response
            .header("Set-Cookie", cookies.set(cookies.session(), token))
            .header("Set-Cookie", cookies.set(cookies.account(), id))
            .header("Set-Cookie", cookies.clear(cookies.login())));
  }

  /** The POST that was interrupted when the session before this one ended, or null. */
  private static PostForm interrupted(Form form) {
    String path = form.first(RESUME);
    if (path == null || !LocalPath.isLocal(path)) {
      return null;
    }
    List<Field> fields = new ArrayList<>();
    for (Map.Entry<String, List<String>> field : form.fields().entrySet()) {
      if (field.getKey().startsWith(RESUMED_FIELD)) {
        String fieldName = field.getKey().substring(RESUMED_FIELD.length());
        field.getValue().forEach(value -> fields.add(new Field(fieldName, value)));
      }
    }
    return new PostForm(path, fields);
  }
}
