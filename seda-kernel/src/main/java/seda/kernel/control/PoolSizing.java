package seda.kernel.control;

import seda.kernel.PoolObservation;

/** Controls the number of threads of a worker pool. */
@FunctionalInterface
public interface PoolSizing {

  /**
   * Returns the wanted number of threads after an observation; the pool clamps it to its bounds.
   */
  int next(PoolObservation observation);
}
