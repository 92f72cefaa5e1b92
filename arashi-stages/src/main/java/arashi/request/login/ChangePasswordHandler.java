package arashi.request.login;

import arashi.front.account.PasswordRules;
import arashi.front.account.SecurityPages;
import arashi.front.account.SecurityPages.Wrong;
import arashi.front.page.BusyAnswers;
import arashi.front.page.Flash;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.front.session.Cookies;
import arashi.front.session.SessionCache;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.Accounts;
import arashi.store.database.Commits;
import arashi.web.MessageKey;
import java.time.Duration;
import java.util.Optional;
import seda.netio.http.HttpResponse;

/**
 * Changes the password of a user who knows the old one, and ends all other sessions of the account.
 * Wrong guesses count like those of a known browser, so an abandoned session does not allow
 * unlimited guesses. Runs on the password pool.
 */
final class ChangePasswordHandler extends RequestHandler<ChangePasswordRequest> {
  private static final int FORBIDDEN = 403;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY = 429;

  private final Store store;
  private final SessionCache sessions;
  private final Cookies cookies;
  private final SecurityPages security;
  private final LoginLimiter limiter;
  private final DeviceCookies devices;
  private final MessageKey changed;

  ChangePasswordHandler(Front front, LoginLimiter limiter, DeviceCookies devices) {
    super(front.pages(), front.pages().busyWords(ChangePassword.TYPE.words()));
    this.store = front.store();
    this.sessions = front.sessions();
    this.cookies = front.cookies();
    this.security = new SecurityPages(front);
    this.limiter = limiter;
    this.devices = devices;
    this.changed = pages.done("password");
  }

  @Override
  protected void answer(ChangePasswordRequest request) {
    Wrong wrong = wrong(request);
    if (!wrong.isNothing()) {
      request.exchange().respond(security.giveBack(request, UNPROCESSABLE, wrong));
      return;
    }
    LoginLimiter.Counted counted = limiter.change(request.user().account());
    Duration wait = limiter.wait(counted);
    if (!wait.isZero()) {
      int seconds = BusyAnswers.seconds(wait);
      HttpResponse response = refused(request, TOO_MANY, "limited", seconds);
      request.exchange().respond(response.header("Retry-After", Integer.toString(seconds)));
      return;
    }
    store.service().availability().requireWrites();
    if (change(request)) {
      limiter.succeeded(counted);
      changed(request);
    } else {
      limiter.failed(counted);
      request.exchange().respond(refused(request, FORBIDDEN, "old"));
    }
  }

  /** Returns the errors of the form itself, found without checking the password. */
  private Wrong wrong(ChangePasswordRequest request) {
    int length = request.fresh().length();
    String fresh = null;
    if (length < PasswordRules.LEAST) {
      fresh = security.wrong(request, "short", PasswordRules.LEAST);
    } else if (length > PasswordRules.MOST) {
      fresh = security.wrong(request, "long", PasswordRules.MOST);
    }
    return new Wrong(
        request.old().isEmpty() ? security.wrong(request, "old") : null,
        fresh,
        request.again().equals(request.fresh()) ? null : security.wrong(request, "again"));
  }

  private HttpResponse refused(
      ChangePasswordRequest request, int status, String word, Object... arguments) {
    String old = security.wrong(request, word, arguments);
    return security.giveBack(request, status, new Wrong(old, null, null));
  }

  /** Changes the password; returns whether the old one was right and is still current. */
  private boolean change(ChangePasswordRequest request) {
    User user = request.user();
    Accounts accounts = store.people().accounts();
    Optional<String> hash = accounts.byId(user.account()).map(Account::passwordHash);
    return hash.isPresent()
        && Passwords.matches(request.old(), hash.get())
        && accounts.changePassword(
            user.account(), hash.get(), Passwords.hash(request.fresh()), user.session());
  }

  /** Issues a new device cookie, because the change has revoked all of the account. */
  private void changed(ChangePasswordRequest request) {
    sessions.forgetOthers(request.user().account(), request.user().session());
    HttpResponse response = pages.redirection(SecurityPages.PATH, Flash.of(changed, 1));
    Optional<Account> account =
        Commits.afterwards(
            () -> store.people().accounts().byId(request.user().account()), Optional.empty());
    if (account.isPresent() && !devices.lifetime().isZero()) {
      String cookie = request.exchange().request().cookie(cookies.device());
      String device = devices.issued(cookie, account.get());
      long seconds = devices.lifetime().toSeconds();
      response = response.header("Set-Cookie", cookies.set(cookies.device(), device, seconds));
    }
    request.exchange().respond(response);
  }
}
