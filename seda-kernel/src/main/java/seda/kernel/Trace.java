package seda.kernel;

import java.time.Duration;
import java.util.List;

/**
 * The path of one event, and of the events that it caused, through the graph.
 *
 * @param hops steps in order of time
 */
public record Trace(List<Hop> hops) {

  /** Kind of a step. */
  public enum Step {
    /** The event was offered to the stage. It is queued unless {@link #REFUSED} follows. */
    OFFERED,
    /** The stage refused the event. */
    REFUSED,
    /** The handler got the batch of the event. */
    STARTED,
    /** The batch ended, or the event was shed from the queue. */
    ENDED
  }

  /**
   * One step.
   *
   * @param at reading of the graph's clock
   * @param stage name of the stage
   * @param step kind of the step
   * @param thread name of the thread
   */
  public record Hop(Duration at, String stage, Step step, String thread) {}
}
