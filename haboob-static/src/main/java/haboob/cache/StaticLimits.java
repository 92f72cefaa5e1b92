package haboob.cache;

import seda.netio.Limit;

/**
 * The sizes of {@link StaticPages}; bytes where nothing else is said.
 *
 * @param cacheBytes what all pages in memory may take, with what keeping them costs
 * @param maxCachedFileBytes a longer file is not read into memory, but kept open and sent from the
 *     disk; one that is open counts for 32 KiB
 * @param maxMemoryFileBytes a longer file that can't be sent from the disk, because it is in a jar,
 *     is not served. Each answer to such a request holds a file of up to this size in memory until
 *     it is sent.
 * @param queueCapacity requests that may wait at the page cache, on each processor
 * @param fileQueueCapacity files that may wait to be read
 * @param maxWaiting requests that may wait for files, all together
 */
public record StaticLimits(
    long cacheBytes,
    int maxCachedFileBytes,
    int maxMemoryFileBytes,
    int queueCapacity,
    int fileQueueCapacity,
    int maxWaiting) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public StaticLimits {
    Limit.atLeast("static.max-cached-file-bytes", maxCachedFileBytes, 0);
    Limit.atLeast("static.cache-bytes", cacheBytes, maxCachedFileBytes);
    Limit.atLeast("static.max-memory-file-bytes", maxMemoryFileBytes, maxCachedFileBytes);
    Limit.atLeast("static.queue-capacity", queueCapacity, 1);
    Limit.atLeast("static.file-queue-capacity", fileQueueCapacity, 1);
    Limit.atLeast("static.max-waiting", maxWaiting, 1);
  }

  /**
   * 64 MiB of pages, none longer than 1 MiB; 16 MiB from a jar; 4096 requests waiting, for 1024
   * files: a thousand clients of a server that just began may all want different ones.
   */
  public static StaticLimits defaults() {
    return new StaticLimits(64L << 20, 1 << 20, 16 << 20, 1024, 1024, 4096);
  }

  /** The same with another budget, and another limit for each page. */
  public StaticLimits withCache(long bytes, int maxFileBytes) {
    return new StaticLimits(
        bytes, maxFileBytes, maxMemoryFileBytes, queueCapacity, fileQueueCapacity, maxWaiting);
  }

  /** The same with other limits on what waits for the disk. */
  public StaticLimits withWaiting(int files, int requests) {
    return new StaticLimits(
        cacheBytes, maxCachedFileBytes, maxMemoryFileBytes, queueCapacity, files, requests);
  }
}
