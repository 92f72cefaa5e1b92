package arashi.delivery.mailbox;

import arashi.store.delivery.Quotas;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What can be set of mailboxes.
 *
 * @param once how long a mail that comes again is the same mail
 * @param restorable how long mail that was deleted for good can be restored
 * @param maxHops most {@code Received} fields of a mail
 * @param quotas how much accounts may hold
 * @param junk what is filed to Junk
 */
public record MailboxRules(
    Duration once, Duration restorable, int maxHops, Quotas quotas, JunkRules junk) {

  /** As documented in {@code arashi-defaults.conf}. */
  public static final MailboxRules DEFAULT =
      new MailboxRules(
          Duration.ofDays(5), Duration.ofDays(14), 50, Quotas.NONE, new JunkRules(true, ""));

  /** Checks the values. */
  public MailboxRules {
    notNegative("once", once);
    notNegative("restorable", restorable);
    if (maxHops < 1) {
      throw new IllegalArgumentException(
          "mail.delivery.max-hops = " + maxHops + ", must be at least 1");
    }
  }

  private static void notNegative(String key, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          "mail.delivery." + key + " = " + value + ", must not be negative");
    }
  }

  /**
   * Reads {@code mail.delivery}.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
    double soft = config.getDouble("mail.delivery.quota.soft");
    if (!(soft > 0 && soft <= 1)) {
      throw new IllegalArgumentException(
          "mail.delivery.quota.soft = " + soft + ", must be above 0, and at most 1");
    }
    long hard = config.getBytes("mail.delivery.quota.hard");
    if (hard < 0) {
      throw new IllegalArgumentException(
          "mail.delivery.quota.hard = " + hard + ", must not be negative");
    }
    return new Quotas(hard, classes, soft, config.getBoolean("mail.delivery.quota.temporary"));
  }
}
