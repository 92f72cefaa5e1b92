package seda.kernel;

/** A queue that knows whether more fits. */
interface Room extends QueueState {

  /** Whether so many more credits of a rank fit; what is heavier than the whole fits when alone. */
  boolean fits(int rank, int weight);
}
