package haboob.cache;

/**
 * Statistics of {@link StaticPages}; the first three count since the start.
 *
 * @param hits requests answered from memory
 * @param misses requests that caused a read or a revalidation
 * @param coalesced requests that joined a miss in progress
 * @param pages approximate number of pages in memory
 * @param bytes approximate size of these pages
 */
public record StaticStatistics(long hits, long misses, long coalesced, long pages, long bytes) {}
