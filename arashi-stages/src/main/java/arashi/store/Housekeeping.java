package arashi.store;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Removes what nothing refers to any more: raw mail that no message names, and sessions that have
 * ended. Works in small steps, each of which blocks on the database shortly; one thread at a time.
 * Several nodes may do so at once.
 */
public final class Housekeeping {
  private final Store store;
  private final InstantSource time;
  private final Duration grace;
  private final int stepSize;
  private Optional<Sha256> sweptTo = Optional.empty();

  /**
   * A broom for one store.
   *
   * @param grace for which raw mail stays after it was last stored
   * @param stepSize rows looked at in a step
   */
  public Housekeeping(Store store, InstantSource time, Duration grace, int stepSize) {
    this.store = store;
    this.time = time;
    this.grace = grace;
    this.stepSize = stepSize;
  }

  /**
   * One step.
   *
   * @return whether another should follow soon; else everything has been looked at once
   */
  public boolean step() {
    int ended = store.sessions().deleteExpired(stepSize);
    Blobs.Swept swept = store.blobs().sweep(time.instant().minus(grace), sweptTo, stepSize);
    sweptTo = swept.next();
    return ended == stepSize || sweptTo.isPresent();
  }
}
