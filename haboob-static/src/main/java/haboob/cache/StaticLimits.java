package haboob.cache;

import seda.kernel.Limit;

/**
 * Limits of {@link StaticPages}, in bytes unless stated otherwise.
 *
 * @param cacheBytes memory of all cached pages, including overhead
 * @param maxCachedFileBytes length above which a file is not read into memory, but kept open and
 *     sent from the disk; an open file counts as 32 KiB
 * @param maxMemoryFileBytes length above which a file that can't be sent from the disk, because it
 *     is in a jar, is not served. Each response to such a request holds a file of up to this size
 *     in memory until it is sent.
 * @param queueCapacity requests queued at the page cache, per processor
 * @param fileQueueCapacity files queued for reading
 * @param maxWaiting total requests that wait for files
 */
public record StaticLimits(
    long cacheBytes,
    int maxCachedFileBytes,
    int maxMemoryFileBytes,
    int queueCapacity,
    int fileQueueCapacity,
    int maxWaiting) {

  /**
   * Validates the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
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
   * 64 MiB of pages, none longer than 1 MiB; 16 MiB from a jar; 4096 waiting requests for 1024
   * files, since a thousand clients of a cold server may all want different ones.
   */
  public static StaticLimits defaults() {
    return new StaticLimits(64L << 20, 1 << 20, 16 << 20, 1024, 1024, 4096);
  }

  /** Returns a copy with another budget and another limit per page. */
  public StaticLimits withCache(long bytes, int maxFileBytes) {
    return new StaticLimits(
        bytes, maxFileBytes, maxMemoryFileBytes, queueCapacity, fileQueueCapacity, maxWaiting);
  }

  /** Returns a copy with other limits of waiting files and requests. */
  public StaticLimits withWaiting(int files, int requests) {
    return new StaticLimits(
        cacheBytes, maxCachedFileBytes, maxMemoryFileBytes, queueCapacity, files, requests);
  }
}
