package seda.kernel;

/**
 * A domain whose threads may block. It serves one or several stages, in its {@link ServiceOrder}.
 * Serving several stages by one pool is the <i>Combine</i> pattern of the SEDA thesis: the pool is
 * then the gate in front of what they share.
 *
 * <pre>
 *   enqueue ─► [stage A's backlog] ─┐
 *   enqueue ─► [stage B's backlog] ─┼─► in the pool's order ─► a worker runs one batch
 *   enqueue ─► [stage C's backlog] ─┘
 * </pre>
 */
public interface WorkerPool extends ThreadDomain {

  /**
   * Sets the number of threads, within the configured bounds. A surplus worker leaves after its
   * batch. A pool that has not started has none, whatever is set.
   */
  void resize(int threads);

  /** The fewest threads that {@link #resize} sets. */
  int minThreads();

  /** The most threads that {@link #resize} sets. */
  int maxThreads();

  /** What was done since the last call; for one caller, the controller of the pool's size. */
  PoolObservation observe();
}
