package arashi.delivery.session;

import com.typesafe.config.Config;
import seda.netio.Limit;

/**
 * What one address may do that is not one of the configured MTAs. An IPv6 network of 64 bits is one
 * address.
 *
 * @param connections at a time
 * @param mails a minute
 * @param recipients a minute
 * @param tracked addresses whose counts are kept
 */
public record StrangerLimits(int connections, int mails, int recipients, int tracked) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
