package arashi.delivery.session;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Limits per address of clients that are not configured MTAs. An IPv6 /64 network counts as one
 * address.
 *
 * @param connections concurrent connections
 * @param mails mails per minute
 * @param recipients recipients per minute
 * @param tracked addresses that are tracked
 */
public record StrangerLimits(int connections, int mails, int recipients, int tracked) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public StrangerLimits {
    Limit.atLeast("mail.delivery.strangers.connections", connections, 1);
    Limit.atLeast("mail.delivery.strangers.mails-per-minute", mails, 1);
    Limit.atLeast("mail.delivery.strangers.recipients-per-minute", recipients, 1);
    Limit.atLeast("mail.delivery.strangers.max-tracked", tracked, 1);
  }

  /** Reads {@code mail.delivery.strangers}. */
  static StrangerLimits of(Config config) {
    return new StrangerLimits(
        config.getInt("mail.delivery.strangers.connections"),
        config.getInt("mail.delivery.strangers.mails-per-minute"),
        config.getInt("mail.delivery.strangers.recipients-per-minute"),
        config.getInt("mail.delivery.strangers.max-tracked"));
  }
}
