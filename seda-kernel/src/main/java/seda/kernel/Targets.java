package seda.kernel;

/**
 * Response-time targets of a stage by service class. May change at any time; any thread asks,
 * often.
 */
@FunctionalInterface
public interface Targets {

  /** The 90th percentile to hold for a class of this rank, in nanoseconds; 0 if there is none. */
  long nanos(int rank);
}
