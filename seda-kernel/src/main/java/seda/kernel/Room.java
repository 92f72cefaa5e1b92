package seda.kernel;

/** A queue that knows whether more fits. */
interface Room extends QueueState {

  /** Whether so many more credits of a rank fit. */
  boolean fits(int rank, int weight);

  /** Admission has judged an event of a rank, or was asked what it would say. */
  default void judged(int rank, EnqueueResult result) {}
}
