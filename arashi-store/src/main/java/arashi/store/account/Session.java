package arashi.store.account;

import arashi.store.blob.Sha256;
import java.time.Instant;

/**
 * A persistent login.
 *
 * @param tokenHash SHA-256 of the token that the browser holds
 * @param account id of the account
 * @param csrf token that each form of this session carries
 * @param created time of login
 * @param lastUsed time of last use, to within some minutes
 * @param expires time of expiry
 * @param userAgent the browser's user agent, truncated
 * @param remoteAddress address of the client at login
 */
public record Session(
    Sha256 tokenHash,
    long account,
    String csrf,
    Instant created,
    Instant lastUsed,
    Instant expires,
    String userAgent,
    String remoteAddress) {

  /** Omits the tokens. */
  @Override
  public String toString() {
    return "Session[account " + account + ", expires " + expires + "]";
  }
}
