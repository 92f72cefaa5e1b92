package seda.kernel;

/**
 * Figures of a domain at one moment.
 *
 * @param name name of the domain
 * @param kind {@code processors} or {@code pool}
 * @param threads current number of threads
 * @param minThreads lower bound of the threads
 * @param maxThreads upper bound of the threads
 * @param cpuNanos CPU time of all its threads, with those that ended
 */
public record DomainSnapshot(
    String name, String kind, int threads, int minThreads, int maxThreads, long cpuNanos) {}
