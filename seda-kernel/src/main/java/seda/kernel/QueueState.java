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

  /** Threads that serve the queue, with those of other stages that they serve as well. */
  default int threads() {
    return 1;
  }

  /** Threads that have nothing to do. */
  default int idleThreads() {
    return 0;
  }

  /**
   * Thread-time in nanoseconds that the threads will need for what is served before a new event of
   * this rank, in all queues that they serve; 0 where it is not measured, as on processors. Where
   * the least slack goes first, what has more slack than the new event is not before it.
   */
  default double workAhead(int rank) {
    return 0;
  }

  /** Variance of {@link #workAhead}, in square nanoseconds. */
  default double workVariance(int rank) {
    return 0;
  }

  /** Of {@link #workAhead}, what is of higher classes. */
  default double workHigher(int rank) {
    return rank == 0 ? 0 : workAhead(rank - 1);
  }

  /** Of {@link #workVariance}, what is of higher classes. */
  default double varianceHigher(int rank) {
    return rank == 0 ? 0 : workVariance(rank - 1);
  }

  /** Part of the threads' time that classes above this rank have left, lately; from 0 to 1. */
  default double shareLeft(int rank) {
    return 1;
  }

  /**
   * Whether admission refused an event of this rank then or later, at any stage that the threads
   * serve: an overload of theirs is one of all those stages.
   */
  default boolean refusedSince(int rank, long nanos) {
    return false;
  }

  /** Whether an event came then or later that found a thread with nothing to do. */
  default boolean idleSince(long nanos) {
    return false;
  }

  /** Service time of an event of this stage in nanoseconds: decayed mean; 0 before the first. */
  default double serviceMean() {
    return 0;
  }

  /** Service time of an event of this stage in nanoseconds: 90th percentile of the last. */
  default double serviceP90() {
    return 0;
  }

  /** The clock's reading when the event came, in nanoseconds. */
  long nanos();
}
