package arashi.request.follow;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How changes are followed.
 *
 * @param together listeners of a node
 * @param ofAccount listeners of one account at a node
 * @param poll between two looks at the log
 * @param overlap how far a look reaches back before the last one: more than the clocks of nodes
 *     differ, and than a transaction takes
 * @param beat between two writes to a listener for whom nothing changes
 * @param lifetime of an answer; the browser then asks again, and its session is checked
 */
public record FollowLimits(
    int together,
    int ofAccount,
    Duration poll,
    Duration overlap,
    Duration beat,
    Duration lifetime) {

  /** Checks the values. */
  public FollowLimits {
    atLeastOne("together", together);
    atLeastOne("of-account", ofAccount);
    positive("poll", poll);
    positive("overlap", overlap);
    positive("beat", beat);
    positive("lifetime", lifetime);
  }

  private static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.follow." + key + " = " + value + ", must be at least 1");
    }
  }

  private static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          "mail.follow." + key + " = " + value + ", must be positive");
    }
  }

  /** Reads {@code mail.follow}. */
  public static FollowLimits of(Config config) {
    Config follow = config.getConfig("mail.follow");
    return new FollowLimits(
        follow.getInt("together"),
        follow.getInt("of-account"),
        follow.getDuration("poll"),
        follow.getDuration("overlap"),
        follow.getDuration("beat"),
        follow.getDuration("lifetime"));
  }
}
