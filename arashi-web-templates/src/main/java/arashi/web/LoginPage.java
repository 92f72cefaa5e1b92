package arashi.web;

import java.util.Objects;

/**
 * {@code GET /login}, and every answer that asks for a login. The form sends {@code name}, {@code
 * password}, {@code csrf} and {@code next}. To resume an interrupted POST it also sends {@code
 * resume} (its path) and each of its fields under {@code resume.} and its name.
 *
 * @param page the surroundings of somebody who is not signed in
 * @param name what was typed as name, possibly empty; a password is never sent back
 * @param next path to go to after login, or null for the usual one
 * @param state why the form is shown
 * @param cause why signing in is busy, if {@code BUSY}; else {@code OVERLOAD}
 * @param retryAfter seconds until to try again, if {@code BUSY} or {@code LIMITED}; else 0
 * @param resume the POST that an expired session interrupted, or null
 */
public record LoginPage(
    PageFrame page,
    String name,
    String next,
    State state,
    BusyCause cause,
    int retryAfter,
    PostForm resume)
    implements PageModel {

  /** Why the login form is shown. */
  public enum State {
    /** Somebody wants to sign in. */
    FRESH,
    /** Name and password do not match. */
    WRONG,
    /** Too many attempts. */
    LIMITED,
    /** Checking passwords is busy, or the database can't serve (503). */
    BUSY,
    /** The session has ended. */
    EXPIRED,
    /** The user has signed out. */
    SIGNED_OUT
  }

  /** Checks the parts. */
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
