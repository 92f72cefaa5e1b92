package arashi.store.index;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Caches what a node has read of segments: ids, which never change, and each account's segments as
 * of its last search. Segment ids are never reused, so nothing needs invalidation. Safe from any
 * thread.
 */
final class BlockCache {
  private static final int ENTRY_BYTES = 100;

  /** Numbers per segment in a list of segments. */
  private static final int FIELDS = 4;

  private final Cache<Key, long[]> numbers;

  private record Key(long account, long segment, int doc) {
    /** Uses segment 0, which does not exist. */
    static Key ofSegments(long account) {
      return new Key(account, 0, 0);
    }
  }

  /** Creates a cache of about this many bytes. */
  BlockCache(long bytes) {
    this.numbers =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .executor(Runnable::run)
            .<Key, long[]>weigher((key, value) -> ENTRY_BYTES + Long.BYTES * value.length)
            .build();
  }

  /** Returns the ids of a block, or null. */
  long[] ids(long account, long segment, int doc) {
    return numbers.getIfPresent(new Key(account, segment, doc));
  }

  void putIds(long account, long segment, int doc, long[] ids) {
    numbers.put(new Key(account, segment, doc), ids);
  }

  /**
   * Returns the segments of an account as of its last search, newest first; empty if unknown. The
   * list may be outdated.
   */
  List<LiveSegment> segments(long account) {
    long[] all = numbers.getIfPresent(Key.ofSegments(account));
    List<LiveSegment> segments = new ArrayList<>();
    for (int i = 0; all != null && i < all.length; i += FIELDS) {
      segments.add(new LiveSegment(all[i], all[i + 1], all[i + 2], all[i + 3]));
    }
    return segments;
  }

  void putSegments(long account, List<LiveSegment> segments) {
    long[] all =
        segments.stream()
            .flatMapToLong(
                each -> LongStream.of(each.segment(), each.newest(), each.oldest(), each.stale()))
            .toArray();
    numbers.put(Key.ofSegments(account), all);
  }
}
