package seda.kernel;

/** A queue that knows whether more fits. */
interface Room extends QueueState {

  /** Whether so many more credits of a rank fit. */
  boolean fits(int rank, int weight);
}
