package arashi.ingest;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Limits of re-parsing old mail.
 *
 * @param mails maximum mails per transaction, which delays the account's other changes
 * @param memory maximum bytes of raw mail waiting to be written
 * @param pause pause between steps of some milliseconds
 */
public record RemakeLimits(int mails, long memory, Duration pause) {
  private static final int MOST_MAILS = 500;

  /** Validates the values. */
  public RemakeLimits {
    if (mails < 1 || mails > MOST_MAILS) {
      throw refused("mails", mails, "from 1 to " + MOST_MAILS);
    }
    if (memory < 1) {
      throw refused("memory", memory, "at least 1");
    }
    if (pause.isNegative()) {
      throw refused("pause", pause, "not negative");
    }
  }

  private static IllegalArgumentException refused(String key, Object value, String allowed) {
    return new IllegalArgumentException(
        "mail.remake." + key + " = " + value + ", must be " + allowed);
  }

  /** Reads {@code mail.remake}. */
  public static RemakeLimits of(Config config) {
    Config remake = config.getConfig("mail.remake");
    return new RemakeLimits(
        remake.getInt("mails"), remake.getBytes("memory"), remake.getDuration("pause"));
  }
}
