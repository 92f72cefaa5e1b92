package arashi.store.database;

import java.time.Duration;

/**
 * How soon an outage of the database is noticed, and its end.
 *
 * @param heartbeat between two looks at a database that is well, and before the first probe of one
 *     that is out
 * @param silence time-out of a probe; a database that is silent for longer is taken for frozen
 * @param longestPause between two probes; the pause doubles up to this
 */
public record OutageLimits(Duration heartbeat, Duration silence, Duration longestPause) {

  /** One, three and four seconds: a freeze is noticed in four, its end within seven. */
  public static final OutageLimits DEFAULT =
      new OutageLimits(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(4));

  /** Checks the values. */
  public OutageLimits {
    atLeast("heartbeat", heartbeat, Duration.ofMillis(100));
    atLeast("silence", silence, Duration.ofSeconds(1));
    atLeast("longest-pause", longestPause, heartbeat);
  }

  private static void atLeast(String key, Duration value, Duration least) {
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "outages." + key + " = " + value + ", must be at least " + least);
    }
  }
}
