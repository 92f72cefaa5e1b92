package arashi.request.showmessage;

/**
 * How much is shown of the images in a mail. For each one the mail is read and parsed as a whole.
 *
 * @param mailBytes larger mails show no previews of attached images, and none of their own within
 *     the text
 */
public record ImageLimits(long mailBytes) {
  /** Mails up to 8 MiB. */
  public static final ImageLimits DEFAULT = new ImageLimits(8 << 20);

  /** Checks the values. */
  public ImageLimits {
    notNegative("mail-size", mailBytes);
  }

  private static void notNegative(String key, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "mail.images." + key + " = " + value + ", must not be negative");
    }
  }

  /** The same where no mail is read that is larger than this. */
  public ImageLimits within(long maxMailBytes) {
    return new ImageLimits(Math.min(mailBytes, maxMailBytes));
  }
}
