package seda.kernel;

/** An admission controller's view of the queue that an event would enter. Valid during the call. */
public interface QueueState {

  /** Returns the number of waiting events. */
  int length();

  /** Returns the weight of the waiting events and of {@linkplain Reservation reservations}. */
  int credits();

  /** Returns the credits of the events that would be served before a new one of this rank. */
  int creditsAhead(int rank);

  /** Returns the queue's capacity in credits. */
  int capacity();

  /** Returns the work of the queue's threads; {@link WorkState#UNKNOWN} if it is not measured. */
  default WorkState work() {
    return WorkState.UNKNOWN;
  }

  /** Returns the clock reading at the event's enqueue, in nanoseconds. */
  long nanos();
}
