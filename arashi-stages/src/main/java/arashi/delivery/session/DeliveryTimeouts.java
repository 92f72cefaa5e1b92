package arashi.delivery.session;

import com.typesafe.config.Config;
import java.time.Duration;
import seda.kernel.Limit;

/**
 * Time-outs of sessions.
 *
 * @param command time for a complete command (RFC 5321, 4.5.3.2.7)
 * @param data time in which {@code minimumProgress} bytes of a mail must arrive, or its rest
 * @param minimumProgress bytes per {@code data}
 * @param patience time that a session waits for room before a temporary refusal
 */
public record DeliveryTimeouts(
    Duration command, Duration data, int minimumProgress, Duration patience) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
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
