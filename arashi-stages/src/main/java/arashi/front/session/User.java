package arashi.front.session;

import arashi.store.account.Preferences;
import arashi.store.blob.Sha256;

/**
 * The user of a request: an account with an open session.
 *
 * @param account id of the account
 * @param name login name
 * @param serviceClass name of the service class
 * @param admin true if the account may see the console
 * @param quotaBytes own quota; 0: the quota of the class
 * @param csrf token that the account's forms carry
 * @param session hash of the session's token, the key of its row
 * @param preferences settings for all browsers
 * @param senderKey key of the account for admission by user; see {@link SenderKeys}
 */
public record User(
    long account,
    String name,
    String serviceClass,
    boolean admin,
    long quotaBytes,
    String csrf,
    Sha256 session,
    Preferences preferences,
    long senderKey) {

  /** Omits the token, so it can be logged. */
  @Override
  public String toString() {
    return "user " + account + " (" + serviceClass + ")";
  }
}
