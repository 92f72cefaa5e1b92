package arashi.store.job;

import arashi.store.mail.Items;
import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Limits of jobs.
 *
 * @param step mails changed per step; other changes of the account wait for it
 * @param ofAccount maximum running jobs per account
 * @param poll pause between polls while no job runs
 * @param kept period in which an ended job can be undone
 */
public record JobLimits(int step, int ofAccount, Duration poll, Duration kept) {
  /** Validates the values. */
  public JobLimits {
    within("step", step, Items.MAX_UIDS);
    within("of-account", ofAccount, Integer.MAX_VALUE);
    positive("poll", poll);
    positive("kept", kept);
  }

  private static void within(String key, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "mail.jobs." + key + " = " + value + ", must be from 1 to " + most);
    }
  }

  private static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("mail.jobs." + key + " = " + value + ", must be positive");
    }
  }

  /** Reads {@code mail.jobs}. */
  public static JobLimits of(Config config) {
    Config jobs = config.getConfig("mail.jobs");
    return new JobLimits(
        jobs.getInt("step"),
        jobs.getInt("of-account"),
        jobs.getDuration("poll"),
        jobs.getDuration("kept"));
  }
}
