package seda.kernel.control;

import seda.kernel.BatchObservation;

/** Decides how many events a stage's handler is given at once. */
@FunctionalInterface
public interface BatchSizing {

  /** The batch limit wanted after this observation; the stage keeps it within its bounds. */
  int next(BatchObservation observation);
}
