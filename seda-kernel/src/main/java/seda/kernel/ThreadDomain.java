package seda.kernel;

/**
 * Owns threads and runs the stages assigned to it: {@link Processors} for code that never blocks,
 * {@link WorkerPool} for code that may block. The graph creates its domains. Thread-safe.
 */
public interface ThreadDomain {

  /** Returns the name, unique in the graph. Threads are named after it. */
  String name();

  /** Returns the current number of threads. */
  int threads();

  /** Returns the current figures. */
  DomainSnapshot snapshot();
}
