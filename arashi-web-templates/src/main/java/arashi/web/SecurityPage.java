package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /account/security}, and every response that redisplays its form: the account's
 * password and sessions.
 *
 * @param page the page frame
 * @param password errors of the password form
 * @param sessions the most recently used first
 * @param more whether there are more sessions than are shown
 */
public record SecurityPage(
    PageFrame page, PasswordForm password, List<Session> sessions, boolean more)
    implements PageModel {

  public SecurityPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(password);
    sessions = List.copyOf(sessions);
  }

  /**
   * The password form. It never contains the input, since no page shows a password.
   *
   * @param old error of the old password, or null
   * @param fresh error of the new password, or null
   * @param again error of the repetition, or null
   * @param least minimum length of a new password in characters
   */
  public record PasswordForm(String old, String fresh, String again, int least) {}

  /**
   * A session of the account.
   *
   * @param id as the form sends it
   * @param browser displayed browser; empty if unknown
   * @param address address at login
   * @param began time of login
   * @param used approximate time of last use
   * @param current whether it is the requesting session
   */
  public record Session(
      String id,
      String browser,
      String address,
      DisplayDate began,
      DisplayDate used,
      boolean current) {

    public Session {
      Objects.requireNonNull(id);
      Objects.requireNonNull(browser);
      Objects.requireNonNull(address);
      Objects.requireNonNull(began);
      Objects.requireNonNull(used);
    }
  }

  @Override
  public String template() {
    return "security";
  }
}
