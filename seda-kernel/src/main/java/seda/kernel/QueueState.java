package seda.kernel;

/** What an admission controller sees of the queue that an event would enter. */
public interface QueueState {

  /** Events waiting. */
  int length();

  /** Weights of the events waiting, with what is {@linkplain Reservation reserved}. */
  int credits();

  /** Credits of the events that would be served before a new one of this rank. */
  int creditsAhead(int rank);

  /** Most credits that may wait. */
  int capacity();

  /** What the queue's threads have to do; {@link WorkState#UNKNOWN} where it is not measured. */
  default WorkState work() {
    return WorkState.UNKNOWN;
  }

  /** The clock's reading when the event came, in nanoseconds. */
  long nanos();
}
