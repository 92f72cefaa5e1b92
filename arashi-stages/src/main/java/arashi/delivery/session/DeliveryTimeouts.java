package arashi.delivery.session;

import com.typesafe.config.Config;
import java.time.Duration;
import seda.netio.Limit;

/**
 * How long a client may take, and how long it is kept waiting.
 *
 * @param command until the next command is there as a whole (RFC 5321, 4.5.3.2.7)
 * @param data in which {@code minimumProgress} bytes of a mail must come, or the rest of it
 * @param minimumProgress bytes
 * @param patience how long a session waits for room before it tells the client to try later
 */
public record DeliveryTimeouts(
    Duration command, Duration data, int minimumProgress, Duration patience) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public DeliveryTimeouts {
    Limit.positive("mail.delivery.command-timeout", command);
    Limit.positive("mail.delivery.data-timeout", data);
    Limit.atLeast("mail.delivery.minimum-progress", minimumProgress, 1);
    Limit.positive("mail.delivery.patience", patience);
  }

  /** Reads {@code mail.delivery}. */
  static DeliveryTimeouts of(Config config) {
    return new DeliveryTimeouts(
        config.getDuration("mail.delivery.command-timeout"),
        config.getDuration("mail.delivery.data-timeout"),
        (int) Math.min(1 << 30, config.getBytes("mail.delivery.minimum-progress")),
        config.getDuration("mail.delivery.patience"));
  }
}
