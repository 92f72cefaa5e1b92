package arashi.request.attachment;

import com.typesafe.config.Config;

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
    atLeastOne("together", together);
    atLeastOne("of-account", ofAccount);
  }

  private static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.downloads." + key + " = " + value + ", must be at least 1");
    }
  }

  /** Reads {@code mail.downloads}. */
  public static DownloadLimits of(Config config) {
    return new DownloadLimits(
        config.getInt("mail.downloads.together"), config.getInt("mail.downloads.of-account"));
  }
}
