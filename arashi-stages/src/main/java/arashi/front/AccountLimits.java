package arashi.front;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How much of the service one account may have at a time.
 *
 * @param requests requests of an account that may be in progress; more are parked
 * @param parked requests of all accounts that may be parked; more are refused
 * @param uploads forms with files of an account that may come in at a time
 * @param patience how long a request may be parked if its type has no target; with a target, until
 *     it could no longer be met
 */
public record AccountLimits(int requests, int parked, int uploads, Duration patience) {
  /** While the answer of one request is written, its thread has another. */
  private static final int REQUESTS_PER_THREAD = 2;

  /** Checks the values. */
  public AccountLimits {
    if (requests < 1) {
      throw new IllegalArgumentException(
          "mail.account.requests = " + requests + ", must be at least 1");
    }
    if (parked < 0) {
      throw new IllegalArgumentException(
          "mail.account.parked = " + parked + ", must be at least 0");
    }
    if (uploads < 1) {
      throw new IllegalArgumentException(
          "mail.account.uploads = " + uploads + ", must be at least 1");
    }
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException(
          "mail.account.patience = " + patience + ", must be positive");
    }
  }

  /** Reads {@code mail.account}. */
  public static AccountLimits of(Config config) {
    Config account = config.getConfig("mail.account");
    return new AccountLimits(
        account.getString("requests").equals("auto")
            ? REQUESTS_PER_THREAD * config.getInt("mail.store-threads")
            : account.getInt("requests"),
        account.getInt("parked"),
        account.getInt("uploads"),
        account.getDuration("patience"));
  }
}
