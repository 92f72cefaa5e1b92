package arashi.front.turn;

import java.time.Duration;
import java.util.Arrays;
import seda.kernel.Clock;

/**
 * Spreads the returns of refused clients over the seconds of the next minute. A refusal costs CPU
 * time: thousands of clients that return every few seconds only to be refused would starve the
 * others. Thread-safe.
 */
public final class Appointments {
  private static final int SECONDS = 60;

  private final Clock clock;
  private final int perSecond;
  private final int[] given = new int[SECONDS];
  private long thisSecond;

  /**
   * Starts without returns.
   *
   * @param perSecond returns in one second; only the last second of the minute takes more
   */
  public Appointments(Clock clock, int perSecond) {
    this.clock = clock;
    this.perSecond = perSecond;
    this.thisSecond = second();
  }

  private long second() {
    return Math.floorDiv(clock.nanos(), 1_000_000_000L);
  }

  /** Returns the wait, extended to the next second that has room. */
  public synchronized Duration after(Duration wait) {
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
