package arashi.store.job;

import arashi.store.mail.Items;
import com.typesafe.config.Config;
import java.time.Duration;
import seda.kernel.Limit;

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
    Limit.within("mail.jobs.step", step, 1, Items.MAX_UIDS);
    Limit.atLeast("mail.jobs.of-account", ofAccount, 1);
    Limit.positive("mail.jobs.poll", poll);
    Limit.positive("mail.jobs.kept", kept);
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
