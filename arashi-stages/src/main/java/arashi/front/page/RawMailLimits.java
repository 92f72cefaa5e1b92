package arashi.front.page;

import com.typesafe.config.Config;

/**
 * Size limits of mails that are read whole.
 *
 * @param mailBytes size of the largest mail
 * @param heldBytes memory of all mails read at the same time for attachments, originals and headers
 */
public record RawMailLimits(long mailBytes, long heldBytes) {

  /** Checks the values. */
  public RawMailLimits {
    if (mailBytes < 1) {
      throw new IllegalArgumentException(
          "mail.max-mail-size = " + mailBytes + ", must be at least 1");
    }
    requireRoom("held-mails-size", heldBytes, mailBytes);
  }

  /** Rejects a limit that is too small for the largest mail. */
  private static void requireRoom(String key, long value, long mailBytes) {
    if (value < mailBytes) {
      throw new IllegalArgumentException(
          "mail." + key + " = " + value + ", must be at least max-mail-size = " + mailBytes);
    }
  }

  /** Rejects a spool that is too small for the largest mail. */
  public void requireFits(long spoolBytes) {
    requireRoom("spool-size", spoolBytes, mailBytes);
  }

  /** Reads {@code mail}. */
  public static RawMailLimits of(Config config) {
    return new RawMailLimits(
        config.getBytes("mail.max-mail-size"), config.getBytes("mail.held-mails-size"));
  }
}
