package seda.kernel;

/**
 * What the threads of a queue have to do, for an admission controller that predicts response times.
 * Times are nanoseconds. Read it only while the controller is asked; it allocates nothing.
 */
public interface WorkState {
  /** Where the work is not measured. */
  WorkState UNKNOWN = new WorkState() {};

  /** Threads that serve the queue, with those of other stages that they serve as well. */
  default int threads() {
    return 1;
  }

  /** Threads that have nothing to do. */
  default int idleThreads() {
    return 0;
  }

  /**
   * Thread-time that is spent on other events before a new one of this rank, in all queues of the
   * threads. Where the least slack goes first, events with more slack than the new one don't count.
   */
  default double workAhead(int rank) {
    return 0;
  }

  /** Variance of {@link #workAhead}, in square nanoseconds. */
  default double workVariance(int rank) {
    return 0;
  }

  /** Part of the threads' time that classes above this rank left, lately; from 0 to 1. */
  default double shareLeft(int rank) {
    return 1;
  }

  /**
   * Time until a new event of this rank gets a turn that its class is owed by its guaranteed share,
   * whatever higher classes do; infinite where shares are not kept.
   */
  default double nanosToOwedTurn(int rank) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * True if admission refused an event of this rank then or later, at any stage of the threads: all
   * their stages share an overload.
   */
  default boolean refusedSince(int rank, long nanos) {
    return false;
  }

  /** True if an event came then or later that found a thread with nothing to do. */
  default boolean idleSince(long nanos) {
    return false;
  }

  /** Service time of an event of this stage: decayed mean; 0 while it is not known. */
  default double serviceMean() {
    return 0;
  }

  /** Service time of an event of this stage: 90th percentile of the last; 0 while not known. */
  default double serviceP90() {
    return 0;
  }
}
