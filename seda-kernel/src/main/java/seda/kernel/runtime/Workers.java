package seda.kernel.runtime;

import java.util.List;

/** The threads of a {@link SharedPool}, real or simulated. */
public interface Workers {

  /** Makes the workers of a pool. */
  @FunctionalInterface
  interface Factory {
    Workers make(SharedPool pool);
  }

  /** To be called once the pool's lock is free again. */
  @FunctionalInterface
  interface Wakeup {
    void wake();
  }

  /**
   * The worker to wake because of what is queued, or null. The pool's lock is held.
   *
   * @param batchLimit how many events one worker takes
   */
  Wakeup next(int batchLimit);

  /** Sets their number; the first call starts them. */
  void resize(int target);

  /** How many there are, with those who leave after their batch. */
  int size();

  /** How many there should be. The pool's lock is held. */
  int wanted();

  /** How many have been idle since then or longer. The pool's lock is held. */
  int idleSince(long nanos);

  List<Thread> threads();

  /** Ends them after the batch that each is running, and waits for that. */
  void stop();
}
