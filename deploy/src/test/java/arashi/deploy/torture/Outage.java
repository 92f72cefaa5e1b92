package arashi.deploy.torture;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for the beginning and the end of an outage, and counts broken promises. */
final class Outage {
  /** Time within which {@code /readyz} must report it. */
  private static final Duration MOST_SILENCE = Duration.ofSeconds(20);

  private static final Duration BETWEEN = Duration.ofMillis(50);

  private Outage() {}

  /** Waits until {@code /readyz} reports it; its words are for the table's notes. */
  static String awaitTold(Victim victim, Tally tally) {
    long deadline = System.nanoTime() + MOST_SILENCE.toNanos();
    Victim.Readiness said = victim.readiness();
    while (said.status() == 200) {
      if (System.nanoTime() - deadline > 0) {
        tally.fault(Fault.OTHER, "/readyz still says: " + said.text());
        return said.text();
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
      said = victim.readiness();
    }
    tally.note("/readyz said: " + said.text());
    return said.text();
  }

  /** Waits until the service serves again; false, and a fault, if it doesn't by itself. */
  static boolean awaitBack(Victim victim, Pulse pulse, Tally tally, long since) {
    Duration took = pulse.awaitBack(since);
    tally.recovered(took);
    if (took.equals(Pulse.LONGEST_OUTAGE)) {
      tally.note("not back by itself; /readyz says: " + victim.readiness().text());
      return false;
    }
    return true;
  }
}
