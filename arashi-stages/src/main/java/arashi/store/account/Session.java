package arashi.store.account;

import arashi.store.blob.Sha256;
import java.time.Instant;

/**
 * A login that lasts.
 *
 * @param tokenHash SHA-256 of the token that the browser holds
 * @param account whose
 * @param csrf token that each form of this session carries
 * @param created at login
 * @param lastUsed roughly
 * @param expires when it ends
 * @param userAgent what the browser called itself, cut
 * @param remoteAddress from where it logged in
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

  /** All but the tokens. */
  @Override
  public String toString() {
    return "Session[account " + account + ", expires " + expires + "]";
  }
}
