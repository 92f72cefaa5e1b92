package arashi.front.turn;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Concurrency limits of one account.
 *
 * @param requests requests of an account in progress; more are parked
 * @param parked parked requests of all accounts; more are refused
 * @param uploads concurrent uploads of an account
 * @param patience longest time that a request of a type without a target is parked; with a target,
 *     a request is parked until it would miss the target
 */
public record AccountLimits(int requests, int parked, int uploads, Duration patience) {
  /** While one answer is written, the thread serves another request. */
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
