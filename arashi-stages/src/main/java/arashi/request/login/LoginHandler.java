package arashi.request.login;

import arashi.front.CrossSiteGuard;
import arashi.front.CrossSiteGuard.Sender;
import arashi.front.ReturnAddress;
import arashi.front.page.BusyAnswers;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.page.SignInPages;
import arashi.front.route.RequestWork;
import arashi.front.session.Cookies;
import arashi.front.session.Tokens;
import arashi.front.session.TrustedProxies;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.Accounts;
import arashi.store.account.Session;
import arashi.store.address.Address;
import arashi.store.database.Commits;
import arashi.store.database.Outage;
import arashi.store.database.OutageException;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.ErrorPage.Problem;
import arashi.web.KeptPost;
import arashi.web.LocalPath;
import arashi.web.LoginPage.State;
import com.google.gson.Gson;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.netio.http.BadFormException;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * {@code POST /login}: checks name and password and opens a session. Neither the response nor its
 * timing reveals whether a name exists. Runs on the password pool.
 */
final class LoginHandler implements EventHandler<HttpExchange> {
  private static final Gson GSON = new Gson();
  private static final String JSON = "application/json";
  private static final long NOBODY = -1;

  private final Store store;
  private final Pages pages;
  private final Cookies cookies;
  private final CrossSiteGuard guard;
  private final Passwords passwords;
  private final TrustedProxies proxies;
  private final LoginLimiter limiter;
  private final DeviceCookies devices;
  private final Duration sessionLifetime;

  LoginHandler(
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
    this.limiter = new LoginLimiter(limits, store.people().loginFailures(), clock);
    this.devices = new DeviceCookies(limits.devices(), clock);
    this.sessionLifetime = sessionLifetime;
  }

  @Override
  public void handle(Batch<HttpExchange> batch) throws Exception {
    while (batch.hasNext()) {
      HttpExchange exchange = batch.next();
      RequestWork.run(exchange, () -> login(exchange));
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
    if (guard.isCrossSite(exchange.request()) || !hasOurToken(exchange, form)) {
      again(exchange, form, 403, State.FRESH, 0);
      return;
    }
    InetAddress address = proxies.clientOf(exchange);
    LoginLimiter.Counted login = counted(exchange, name, address);
    Duration wait = limiter.wait(login);
    if (!wait.isZero()) {
      again(exchange, form, 429, State.LIMITED, BusyAnswers.seconds(wait));
      return;
    }
    store.service().availability().requireWrites(); // fail before the costly check
    Optional<Account> account = authenticate(name, text(form, "password"));
    if (account.isEmpty()) {
      limiter.failed(login);
      again(exchange, form, 403, State.WRONG, 0);
      return;
    }
    String token = Tokens.random();
    Optional<Session> session;
    try {
      session = openSession(exchange, token, account.get(), address);
    } catch (OutageException e) {
      if (!Commits.anyNow()) {
        throw e;
      }
      again(exchange, form, 504, State.BUSY, 0, e.outage()); // the new session is never used
      return;
    }
    if (session.isEmpty()) { // the password changed after the check
      again(exchange, form, 403, State.WRONG, 0);
      return;
    }
    limiter.succeeded(login);
    welcome(exchange, form, account.get(), token, session.get());
  }

  LoginLimiter limiter() {
    return limiter;
  }

  DeviceCookies devices() {
    return devices;
  }

  /** Forgets the failed logins from an address. Thread-safe. */
  void forgive(InetAddress address) {
    limiter.forgive(address);
  }

  private static String text(Form form, String field) {
    String value = form.first(field);
    return value == null ? "" : value;
  }

  /** True if the form carries the token of this browser's login cookie. */
  private boolean hasOurToken(HttpExchange exchange, Form form) {
    String cookie = exchange.request().cookie(cookies.login());
    return cookie != null && CrossSiteGuard.tokenMatches(cookie, form.first("csrf"));
  }

  /**
   * Selects the limits of a login. Only a device cookie or an address costs a look-up beforehand;
   * an address needs one because all addresses of an account count under its name.
   */
  private LoginLimiter.Counted counted(HttpExchange exchange, String name, InetAddress address) {
    String cookie = exchange.request().cookie(cookies.device());
    boolean isName = cookie == null && Address.read(name).isEmpty();
    Optional<Account> account = isName ? Optional.empty() : account(name);
    return account
        .filter(known -> cookie != null)
        .flatMap(known -> devices.device(cookie, known))
        .map(limiter::known)
        .orElseGet(() -> limiter.unknown(account.map(Account::name).orElse(name), address));
  }

  /**
   * Finds the account by name, otherwise by one of its addresses. Takes the same time whether or
   * not it exists.
   */
  private Optional<Account> account(String name) {
    if (Accounts.normalName(name).length() > Accounts.MAX_NAME) {
      return Optional.empty();
    }
    Optional<Account> byName = store.people().accounts().byName(name);
    Optional<Address> address = Address.read(name.strip());
    if (address.isEmpty()) {
      return byName;
    }
    long owner = store.people().addresses().accountOf(address.get()).orElse(NOBODY);
    Optional<Account> byAddress = store.people().accounts().byId(owner);
    return byName.or(() -> byAddress);
  }

  private Optional<Account> authenticate(String name, String password) {
    Optional<Account> account = account(name);
    boolean right =
        account.isPresent()
            ? Passwords.matches(password, account.get().passwordHash())
            : passwords.matchesNobody(password);
    return right ? account : Optional.empty();
  }

  private void again(HttpExchange exchange, Form form, int status, State state, int retryAfter) {
    again(exchange, form, status, state, retryAfter, null);
  }

  /** Shows the form again, with nothing that another site has put into it. */
  private void again(
      HttpExchange exchange, Form form, int status, State state, int retryAfter, Outage outage) {
    boolean isForeign = guard.isCrossSite(exchange.request());
    pages
        .signIn()
        .show(
            exchange,
            status,
            new SignInPages.LoginForm(
                isForeign ? "" : text(form, "name"),
                isForeign ? null : local(form.first("next")),
                state,
                retryAfter,
                isForeign ? null : kept(exchange, form),
                outage));
  }

  /**
   * Returns the POST that the form carries, or null. The login cookie ends with a login in another
   * tab; then the browser's word that a page of ours sent the form is enough.
   */
  private KeptPost kept(HttpExchange exchange, Form form) {
    boolean isOurs = hasOurToken(exchange, form) || guard.sender(exchange.request()) == Sender.OURS;
    return pages.keptPosts().carriedBy(form, isOurs);
  }

  private static String local(String path) {
    return path != null && LocalPath.isLocal(path) ? path : null;
  }

  /**
   * Refuses a login, or the login form, that cannot be served now.
   *
   * @param user null
   * @param outage outage of the database, or null if the queue was full
   */
  public void refuse(HttpExchange exchange, User user, Duration retryAfter, Outage outage) {
    if (!exchange.request().method().equals("POST")) {
      String next = ReturnAddress.next(exchange.request());
      pages
          .signIn()
          .show(
              exchange,
              503,
              new SignInPages.LoginForm(
                  "", next, State.BUSY, BusyAnswers.seconds(retryAfter), null, outage));
      return;
    }
    try {
      int seconds = BusyAnswers.seconds(retryAfter);
      again(exchange, exchange.request().form(), 503, State.BUSY, seconds, outage);
    } catch (BadFormException e) {
      pages.problem(exchange, null, Problem.BAD_REQUEST);
    }
  }

  private Optional<Session> openSession(
      HttpExchange exchange, String token, Account account, InetAddress address) {
    String agent = exchange.request().header("User-Agent");
    return store
        .people()
        .sessions()
        .create(
            Tokens.hash(token),
            account,
            Tokens.random(),
            sessionLifetime,
            agent == null ? "" : agent,
            address.getHostAddress());
  }

  private void welcome(
      HttpExchange exchange, Form form, Account account, String token, Session session) {
    String id = Long.toString(account.id());
    KeptPost kept = kept(exchange, form);
    HttpResponse response;
    if (kept != null && kept.mayBeOf(account.id())) { // mail ids are per account
      response = pages.signIn().resume(exchange, account, session, kept);
    } else {
      String next = local(form.first("next"));
      boolean nowhere = next == null || next.equals("/") || next.equals("/mail");
      response = onward(exchange.request(), nowhere ? inbox(account.id()) : next);
    }
    if (!devices.lifetime().isZero()) {
      String device = devices.issued(exchange.request().cookie(cookies.device()), account);
      long seconds = devices.lifetime().toSeconds();
      response = response.header("Set-Cookie", cookies.set(cookies.device(), device, seconds));
    }
    exchange.respond(
        response
            .header("Set-Cookie", cookies.set(cookies.session(), token))
            .header("Set-Cookie", cookies.set(cookies.account(), id))
            .header("Set-Cookie", cookies.clear(cookies.login())));
  }

  /** Sends scripts the target in the body, because they cannot see redirections. */
  private static HttpResponse onward(HttpRequest request, String path) {
    String accepted = request.header("Accept");
    if (accepted == null || !accepted.startsWith(JSON)) {
      return Pages.redirect(path);
    }
    String json = GSON.toJson(Map.of("next", path));
    return Pages.protect(HttpResponse.of(200)).body(JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  private String inbox(long account) {
    Optional<Folder> inbox =
        Commits.afterwards(
            () -> store.mail().folders().byRole(account, FolderRole.INBOX), Optional.empty());
    return inbox.map(Folder::id).map(FolderPane::url).orElse("/mail");
  }
}
