package arashi.request.showmessage;

import com.typesafe.config.Config;

/**
 * How much is shown of the images in a mail. For each one the mail is read and parsed as a whole.
 *
 * @param mailBytes larger mails show no previews of attached images, and none of their own within
 *     the text
 * @param ownImages most images of its own that a text shows
 * @param ownBytes most bytes of them together, counted each time one is shown
 */
public record ImageLimits(long mailBytes, int ownImages, long ownBytes) {
  /** Mails up to 8 MiB; within a text 64 images, of 2 MiB together. */
  public static final ImageLimits DEFAULT = new ImageLimits(8 << 20, 64, 2 << 20);

  /** Checks the values. */
  public ImageLimits {
    notNegative("mail-size", mailBytes);
    notNegative("own-count", ownImages);
    notNegative("own-size", ownBytes);
  }

  private static void notNegative(String key, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "mail.images." + key + " = " + value + ", must not be negative");
    }
  }

  /** The same where no mail is read that is larger than this. */
  public ImageLimits within(long maxMailBytes) {
    return new ImageLimits(Math.min(mailBytes, maxMailBytes), ownImages, ownBytes);
  }

  /** Reads {@code mail.images}. */
  public static ImageLimits of(Config config) {
    return new ImageLimits(
        config.getBytes("mail.images.mail-size"),
        config.getInt("mail.images.own-count"),
        config.getBytes("mail.images.own-size"));
  }
}
