package arashi.delivery.mailbox;

import arashi.store.delivery.Quotas;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import seda.kernel.Limit;

/**
 * Configuration of mailboxes.
 *
 * @param once time for which a repeated mail counts as a duplicate
 * @param restorable time for which permanently deleted mail can be restored
 * @param maxHops maximum of {@code Received} fields
 * @param quotas quotas of accounts
 * @param junk rules for filing to Junk
 */
public record MailboxRules(
    Duration once, Duration restorable, int maxHops, Quotas quotas, JunkRules junk) {

  /** Defaults of {@code arashi-defaults.conf}. */
  public static final MailboxRules DEFAULT =
      new MailboxRules(
          Duration.ofDays(5), Duration.ofDays(14), 50, Quotas.NONE, new JunkRules(true, ""));

  /** Checks the values. */
  public MailboxRules {
    Limit.notNegative("mail.delivery.once", once);
    Limit.notNegative("mail.delivery.restorable", restorable);
    Limit.atLeast("mail.delivery.max-hops", maxHops, 1);
  }

  /**
   * Reads {@code mail.delivery}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static MailboxRules of(Config config) {
    return new MailboxRules(
        config.getDuration("mail.delivery.once"),
        config.getDuration("mail.delivery.restorable"),
        config.getInt("mail.delivery.max-hops"),
        quotas(config),
        JunkRules.of(config));
  }

  private static Quotas quotas(Config config) {
    Map<String, Long> classes = new HashMap<>();
    for (Config each : config.getConfigList("mail.delivery.quota.classes")) {
      classes.put(each.getString("class"), each.getBytes("hard"));
    }
    return new Quotas(
        config.getBytes("mail.delivery.quota.hard"),
        classes,
        config.getDouble("mail.delivery.quota.soft"),
        config.getBoolean("mail.delivery.quota.temporary"));
  }
}
