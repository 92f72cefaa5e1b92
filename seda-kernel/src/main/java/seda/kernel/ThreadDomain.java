package seda.kernel;

/**
 * Owns threads, and runs the stages assigned to it. {@link Processors} for code that never blocks,
 * {@link WorkerPool} for code that may. A graph makes its domains itself. Any thread may call it.
 */
public interface ThreadDomain {

  /** Unique in the graph; threads are named after it. */
  String name();

  /** How many threads it has now. */
  int threads();

  /** The figures now. */
  DomainSnapshot snapshot();
}
