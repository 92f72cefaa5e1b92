package arashi.request.attachment;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Limits of concurrent downloads. Each uses up to {@link Download#MEMORY_BYTES} until its client
 * has received it.
 *
 * @param together downloads of all accounts
 * @param ofAccount downloads of one account
 */
public record DownloadLimits(int together, int ofAccount) {

  /** Checks the values. */
  public DownloadLimits {
    Limit.atLeast("mail.downloads.together", together, 1);
    Limit.atLeast("mail.downloads.of-account", ofAccount, 1);
  }

  /** Reads {@code mail.downloads}. */
  public static DownloadLimits of(Config config) {
    return new DownloadLimits(
        config.getInt("mail.downloads.together"), config.getInt("mail.downloads.of-account"));
  }
}
