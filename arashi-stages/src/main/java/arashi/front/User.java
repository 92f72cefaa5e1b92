package arashi.front;

import arashi.store.account.Preferences;
import arashi.store.blob.Sha256;

/**
 * Who makes a request: an account with an open session.
 *
 * @param account the account's id
 * @param name its login name
 * @param serviceClass the class whose promise it has
 * @param admin whether it may see the console
 * @param quotaBytes its own quota; 0: what its class has
 * @param csrf the token that its forms carry
 * @param session hash of the session's token, under which its row is kept
 * @param preferences what the user has set for all browsers
 */
public record User(
    long account,
    String name,
    String serviceClass,
    boolean admin,
    long quotaBytes,
    String csrf,
    Sha256 session,
    Preferences preferences) {

  /** Without the token: this may be logged. */
  @Override
  public String toString() {
    return "user " + account + " (" + serviceClass + ")";
  }
}
