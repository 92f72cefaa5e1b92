package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * Controls the number of threads of a worker pool. {@link ControlLoops} calls it once per period on
 * the graph's timer thread; must not block.
 */
@FunctionalInterface
public interface PoolSizing {

  /**
   * Returns the wanted number of threads after an observation; the pool clamps it to its bounds.
   */
  int next(PoolObservation observation);
}
