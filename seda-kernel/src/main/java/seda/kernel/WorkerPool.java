package seda.kernel;

/**
 * A domain whose threads may block. It serves one or several stages, in its {@link ServiceOrder}.
 * One pool for several stages is the <i>Combine</i> pattern of the SEDA thesis: the pool bounds the
 * load on a resource that the stages share.
 *
 * <pre>
 *   enqueue ─► [stage A's backlog] ─┐
 *   enqueue ─► [stage B's backlog] ─┼─► in the pool's order ─► a worker runs one batch
 *   enqueue ─► [stage C's backlog] ─┘
 * </pre>
 */
public interface WorkerPool extends ThreadDomain {

  /**
   * Sets the number of threads, clamped to the configured bounds. A surplus worker leaves after its
   * batch. Has no effect on a pool that has not started.
   */
  void resize(int threads);

  /** Returns the lower bound of {@link #resize}. */
  int minThreads();

  /** Returns the upper bound of {@link #resize}. */
  int maxThreads();

  /**
   * Returns the work since the previous observation. For a single caller: the pool-size controller.
   */
  PoolObservation observe();
}
