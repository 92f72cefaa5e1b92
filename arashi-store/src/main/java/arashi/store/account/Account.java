package arashi.store.account;

import java.time.Instant;

/**
 * A user.
 *
 * @param id unique, never reused; every other key starts with it
 * @param name login name, in lower case
 * @param passwordHash with its algorithm and parameters; never the password
 * @param serviceClass name of the class that sets this user's response-time targets
 * @param admin whether the user may open the console
 * @param quotaBytes maximum bytes of raw mail; 0 for the quota of the service class
 * @param created time of creation
 * @param preferences the user's settings
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

  /** Omits the password hash. */
  @Override
  public String toString() {
    return "Account[" + id + ", " + name + ", " + serviceClass + (admin ? ", admin]" : "]");
  }
}
