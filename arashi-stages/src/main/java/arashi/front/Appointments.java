package arashi.front;

import java.time.Duration;
import java.util.Arrays;
import seda.kernel.Clock;

/**
 * The next minute, and how many of those who were turned away were told to come back in each of its
 * seconds. To turn somebody away takes a processor's time; if thousands came back every few seconds
 * only to be turned away again, little would be left to serve the others with. Thread-safe.
 */
final class Appointments {
  private static final int SECONDS = 60;

  private final Clock clock;
  private final int perSecond;
  private final int[] given = new int[SECONDS];
  private long thisSecond;

  /**
   * None given yet.
   *
   * @param perSecond how many are told the same second; more only in the last second of the minute
   */
  Appointments(Clock clock, int perSecond) {
    this.clock = clock;
    this.perSecond = perSecond;
    this.thisSecond = second();
  }

  private long second() {
    return Math.floorDiv(clock.nanos(), 1_000_000_000L);
  }

  /** That long, or as many seconds longer as it takes until there is one with room. */
  synchronized Duration after(Duration wait) {
    forgetThePast();
    int wanted = (int) Math.min(SECONDS - 1, wait.plusMillis(999).toSeconds());
    int seconds = wanted;
    while (given[at(seconds)] >= perSecond && seconds < SECONDS - 1) {
      seconds++;
    }
    given[at(seconds)]++;
    return wait.plusSeconds(seconds - wanted);
  }

  private int at(int seconds) {
    return (int) Math.floorMod(thisSecond + seconds, (long) SECONDS);
  }

  private void forgetThePast() {
    long now = second();
    if (now - thisSecond >= SECONDS) {
      Arrays.fill(given, 0);
      thisSecond = now;
    }
    while (thisSecond < now) {
      given[at(0)] = 0;
      thisSecond++;
    }
  }
}
