package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /account/security}, and every answer that gives its form back: the password of an
 * account, and where it is signed in.
 *
 * @param page the surroundings
 * @param password what is wrong with the form of the password, field by field
 * @param sessions the last used first
 * @param more whether there are more sessions than are shown
 */
public record SecurityPage(
    PageFrame page, PasswordForm password, List<Session> sessions, boolean more)
    implements PageModel {

  /** Checks that all are there, and copies the list. */
  public SecurityPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(password);
    sessions = List.copyOf(sessions);
  }

  /**
   * The form of the password. It never has what was typed: no page shows a password.
   *
   * @param old what is wrong with the old password, or null
   * @param fresh what is wrong with the new one, or null
   * @param again what is wrong with its repetition, or null
   * @param least fewest characters of a new one
   */
  public record PasswordForm(String old, String fresh, String again, int least) {}

  /**
   * Where the account is signed in.
   *
   * @param id as the form sends it
   * @param browser what it is, as shown; empty if it does not say
   * @param address from where it signed in
   * @param began when it signed in
   * @param used when it was last used, roughly
   * @param current whether it is the one that asks
   */
  public record Session(
      String id,
      String browser,
      String address,
      DisplayDate began,
      DisplayDate used,
      boolean current) {

    /** Checks that all are there. */
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
