package seda.kernel;

import java.time.Duration;
import java.util.List;

/**
 * The way of one event, and of what it caused, through the graph.
 *
 * @param hops in the order in which they happened
 */
public record Trace(List<Hop> hops) {

  /** What happened. */
  public enum Step {
    /** It was offered to the stage; queued, unless it was refused next. */
    OFFERED,
    /** The stage turned it away. */
    REFUSED,
    /** The handler was given the batch that it is in. */
    STARTED,
    /** That batch has ended, or the event was shed from the queue. */
    ENDED
  }

  /**
   * One step.
   *
   * @param at by the graph's clock
   * @param stage where
   * @param step what
   * @param thread who did it
   */
  public record Hop(Duration at, String stage, Step step, String thread) {}
}
