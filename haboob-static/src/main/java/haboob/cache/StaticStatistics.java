package haboob.cache;

/**
 * Figures of {@link StaticPages}; the first three since the start.
 *
 * @param hits requests answered from memory
 * @param misses requests that made a file be read or compared
 * @param coalesced requests that joined a miss which was under way
 * @param pages pages in memory now, about
 * @param bytes what they take, about
 */
public record StaticStatistics(long hits, long misses, long coalesced, long pages, long bytes) {}
