package seda.kernel;

/**
 * The work of a queue's threads, for admission controllers that predict response times. Times are
 * nanoseconds. Valid only during the call of the controller; allocates nothing.
 */
public interface WorkState {
  /** The state of unmeasured work. */
  WorkState UNKNOWN = new WorkState() {};

  /** Returns the number of threads that serve the queue; they may serve other stages too. */
  default int threads() {
    return 1;
  }

  /** Returns the number of idle threads. */
  default int idleThreads() {
    return 0;
  }

  /**
   * Returns the thread-time spent on other events before a new one of this rank, over all queues of
   * the threads, in their {@link ServiceOrder}: events with more slack than the new one do not
   * count under least slack, and no event of its class under LIFO. Later events may overtake it.
   */
  default double workAhead(int rank) {
    return 0;
  }

  /** Returns the variance of {@link #workAhead} in square nanoseconds. */
  default double workVariance(int rank) {
    return 0;
  }

  /**
   * Returns the fraction of thread time that classes above this rank recently left, from 0 to 1.
   */
  default double shareLeft(int rank) {
    return 1;
  }

  /**
   * Returns the time until a new event of this rank gets a turn by its class's guaranteed share,
   * independent of higher classes; infinite if the domain does not keep shares.
   *
   * @param reserved thread-time that the class's share must cover before this event, in nanoseconds
   */
  default double nanosToOwedTurn(int rank, double reserved) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * True if admission refused an event of this rank at or after {@code nanos}, at any stage of the
   * threads: all their stages share an overload.
   */
  default boolean refusedSince(int rank, long nanos) {
    return false;
  }

  /**
   * Returns the reports of the policies of all stages of the threads, about the class of a rank.
   * Allocates.
   *
   * @param nanos clock reading of now
   */
  default AdmissionReport report(int rank, long nanos) {
    return AdmissionReport.NONE;
  }

  /** True if an event found an idle thread at or after {@code nanos}. */
  default boolean idleSince(long nanos) {
    return false;
  }

  /**
   * Returns the recent 90th percentile of an event's delay outside the queue and its threads: the
   * wait of its answer for a processor, and pauses of the process. On processors, whose work ahead
   * is that wait, 0.
   */
  default double delayOutside() {
    return 0;
  }

  /** Returns the decayed mean service time of this stage's events; 0 while unknown. */
  default double serviceMean() {
    return 0;
  }

  /** Returns the 90th percentile of this stage's recent service times; 0 while unknown. */
  default double serviceP90() {
    return 0;
  }
}
