package arashi.ingest;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What the reading anew of old mail may take.
 *
 * @param mails that one transaction writes, in which the account's other changes wait
 * @param memory bytes of raw mail that wait to be written
 * @param pause between two steps, each of some milliseconds
 */
public record RemakeLimits(int mails, long memory, Duration pause) {
  private static final int MOST_MAILS = 500;

  /** Checks the values. */
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
