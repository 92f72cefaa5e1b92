package arashi.store.account;

import java.time.Instant;

/**
 * A user.
 *
 * @param id never used twice; every other key starts with it
 * @param name login name, lower case
 * @param passwordHash with its algorithm and parameters; never the password
 * @param serviceClass name of the class whose response-time targets hold for this user
 * @param admin whether the console is open to this user
 * @param quotaBytes most raw mail; 0: what the class of the account has
 * @param created when
 * @param preferences what the user has set
 */
public record Account(
    long id,
    String name,
    String passwordHash,
    String serviceClass,
    boolean admin,
    long quotaBytes,
    Instant created,
    Preferences preferences) {

  /** All but the hash. */
  @Override
  public String toString() {
    return "Account[" + id + ", " + name + ", " + serviceClass + (admin ? ", admin]" : "]");
  }
}
