package arashi.store.database;

import java.time.Duration;
import seda.kernel.Limit;

/**
 * Limits that determine how soon an outage and its end are detected.
 *
 * @param heartbeat interval between checks of an available database, and delay of the first probe
 *     in an outage
 * @param silence time-out of a probe; a database silent for longer counts as frozen
 * @param longestPause maximum pause between probes; the pause doubles up to this
 */
public record OutageLimits(Duration heartbeat, Duration silence, Duration longestPause) {

  /**
   * One, three and four seconds: a freeze is detected within four seconds, its end within seven.
   */
  public static final OutageLimits DEFAULT =
      new OutageLimits(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(4));

  /** Validates the values. */
  public OutageLimits {
    Limit.atLeast("outages.heartbeat", heartbeat, Duration.ofMillis(100));
    Limit.atLeast("outages.silence", silence, Duration.ofSeconds(1));
    Limit.atLeast("outages.longest-pause", longestPause, heartbeat);
  }
}
