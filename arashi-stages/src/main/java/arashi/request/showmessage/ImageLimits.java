package arashi.request.showmessage;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Limits of the images shown of a mail. They require reading and parsing the whole mail.
 *
 * @param mailBytes maximum size of a mail that shows previews of attached images and its own images
 *     within the text
 * @param ownImages maximum number of its own images that a text shows
 * @param ownBytes maximum total bytes of them, counted at each use
 */
public record ImageLimits(long mailBytes, int ownImages, long ownBytes) {
  /** Mails up to 8 MiB; within a text 64 images of 2 MiB in total. */
  public static final ImageLimits DEFAULT = new ImageLimits(8 << 20, 64, 2 << 20);

  /** Checks the values. */
  public ImageLimits {
    Limit.atLeast("mail.images.mail-size", mailBytes, 0);
    Limit.atLeast("mail.images.own-count", ownImages, 0);
    Limit.atLeast("mail.images.own-size", ownBytes, 0);
  }

  /** Returns these limits with a mail size of at most {@code maxMailBytes}. */
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
