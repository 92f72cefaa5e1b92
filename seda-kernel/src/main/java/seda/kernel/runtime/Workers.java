package seda.kernel.runtime;

import java.util.List;

/** The threads of a {@link SharedPool}, real or simulated. */
public interface Workers {

  /** Creates the workers of a pool. */
  @FunctionalInterface
  interface Factory {
    Workers make(SharedPool pool);
  }

  /** Wakes a worker. Call it after releasing the pool's lock. */
  @FunctionalInterface
  interface Wakeup {
    void wake();
  }

  /**
   * Returns the wake-up for a newly queued event, or null. The pool's lock is held.
   *
   * @param batchLimit events that one worker takes
   */
  Wakeup next(int batchLimit);

  /** Sets the number of workers; the first call starts them. */
  void resize(int target);

  /** Returns the number of workers, with those that leave after their batch. */
  int size();

  /** Returns the wanted number of workers. The pool's lock is held. */
  int wanted();

  /** Returns the number of workers idle since then or longer. The pool's lock is held. */
  int idleSince(long nanos);

  List<Thread> threads();

  /** Ends the workers after their running batches, and waits for them. */
  void stop();
}
