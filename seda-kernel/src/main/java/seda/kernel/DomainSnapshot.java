package seda.kernel;

/**
 * A domain's figures at one moment.
 *
 * @param name of the domain
 * @param kind {@code processors} or {@code pool}
 * @param threads it has now
 * @param minThreads it never has fewer
 * @param maxThreads it never has more
 * @param cpuNanos CPU time of all threads that it has had
 */
public record DomainSnapshot(
    String name, String kind, int threads, int minThreads, int maxThreads, long cpuNanos) {}
