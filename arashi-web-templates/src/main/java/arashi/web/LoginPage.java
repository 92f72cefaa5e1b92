package arashi.web;

import java.util.Objects;

/**
 * {@code GET /login}, and every response that requires a login. The form sends {@code name}, {@code
 * password}, {@code csrf} and {@code next}. To keep a POST it also sends {@code resume} (its path),
 * each of its fields as {@code resume.} and the field's name, {@code resume-account}, and {@code
 * resume-proven} if a script may submit it after the login.
 *
 * @param page the page frame without an account
 * @param name entered name, possibly empty; a password is never sent back
 * @param next path after login, or null for the default
 * @param state why the form is shown
 * @param cause cause of {@code BUSY}; else {@code OVERLOAD}
 * @param retryAfter seconds until the next attempt, for {@code BUSY} or {@code LIMITED}; else 0
 * @param kept the POST that needs the login, or null
 */
public record LoginPage(
    PageFrame page,
    String name,
    String next,
    State state,
    BusyCause cause,
    int retryAfter,
    KeptPost kept)
    implements PageModel {

  /** Why the login form is shown. */
  public enum State {
    /** A new login. */
    FRESH,
    /** Name or password is wrong. */
    WRONG,
    /** Too many attempts. */
    LIMITED,
    /** Password verification is overloaded, or the database can't serve (503). */
    BUSY,
    /** The session has expired. */
    EXPIRED,
    /** The user has signed out. */
    SIGNED_OUT
  }

  public LoginPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(name);
    Objects.requireNonNull(state);
    Objects.requireNonNull(cause);
    LocalPath.requireOrNull(next);
  }

  @Override
  public String template() {
    return "login";
  }
}
