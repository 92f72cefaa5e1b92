package arashi.store.index;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Ids of segments that a node has read. They never change, and segments' ids are never used twice,
 * so nothing is invalidated. Safe from any thread.
 */
final class BlockCache {
  private static final int ENTRY_BYTES = 100;

  private final Cache<Key, long[]> ids;

  private record Key(long account, long segment, int doc) {}

  /** A cache of about this number of bytes. */
  BlockCache(long bytes) {
    this.ids =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .executor(Runnable::run)
            .<Key, long[]>weigher((key, value) -> ENTRY_BYTES + Long.BYTES * value.length)
            .build();
  }

  /** The ids of a block, or null. */
  long[] get(long account, long segment, int doc) {
    return ids.getIfPresent(new Key(account, segment, doc));
  }

  void put(long account, long segment, int doc, long[] block) {
    ids.put(new Key(account, segment, doc), block);
  }
}
