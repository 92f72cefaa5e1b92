package seda.kernel.control;

import seda.kernel.PoolObservation;

/** Decides how many threads a worker pool should have. */
@FunctionalInterface
public interface PoolSizing {

  /** The number of threads wanted after this observation; the pool keeps it within its bounds. */
  int next(PoolObservation observation);
}
