package arashi.request.follow;

import com.typesafe.config.Config;
import java.time.Duration;
import seda.kernel.Limit;

/**
 * Limits and intervals of change streams.
 *
 * @param together listeners of a node
 * @param ofAccount listeners of one account on a node
 * @param poll interval between reads of the log
 * @param overlap how far a read reaches back before the previous one: longer than the clock skew of
 *     nodes and than a transaction
 * @param beat interval between heartbeats to an idle listener
 * @param lifetime lifetime of a response; the browser then reconnects, which checks its session
 *     again
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
    Limit.atLeast("mail.follow.together", together, 1);
    Limit.atLeast("mail.follow.of-account", ofAccount, 1);
    Limit.positive("mail.follow.poll", poll);
    Limit.positive("mail.follow.overlap", overlap);
    Limit.positive("mail.follow.beat", beat);
    Limit.positive("mail.follow.lifetime", lifetime);
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
