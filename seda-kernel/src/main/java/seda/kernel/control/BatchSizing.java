package seda.kernel.control;

import seda.kernel.BatchObservation;

/**
 * Controls the batch limit of a stage. {@link ControlLoops} calls it once per period on the graph's
 * timer thread; must not block.
 */
@FunctionalInterface
public interface BatchSizing {

  /** Returns the wanted batch limit after an observation; the stage clamps it to its bounds. */
  int next(BatchObservation observation);
}
