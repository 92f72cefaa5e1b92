package arashi.store.job;

import arashi.store.mail.Items;
import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How jobs run.
 *
 * @param step mails that one step changes; the account's other changes wait for it
 * @param ofAccount jobs of an account that run at a time
 * @param poll the pause between two looks for jobs, once there is none
 * @param kept for which a job that has ended can be undone
 */
public record JobLimits(int step, int ofAccount, Duration poll, Duration kept) {
  /** Checks the values. */
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
