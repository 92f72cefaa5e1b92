package arashi.store.index;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What a node has read of segments: ids, which never change, and the segments that an account had
 * when it was searched last. Segments' ids are never used twice, so nothing is invalidated. Safe
 * from any thread.
 */
final class BlockCache {
  private static final int ENTRY_BYTES = 100;

  /** Numbers of a segment in a list of them. */
  private static final int FIELDS = 4;

  private final Cache<Key, long[]> numbers;

  private record Key(long account, long segment, int doc) {
    /** No segment has the id 0. */
    static Key ofSegments(long account) {
      return new Key(account, 0, 0);
    }
  }

  /** A cache of about this number of bytes. */
  BlockCache(long bytes) {
    this.numbers =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .executor(Runnable::run)
            .<Key, long[]>weigher((key, value) -> ENTRY_BYTES + Long.BYTES * value.length)
            .build();
  }

  /** The ids of a block, or null. */
  long[] ids(long account, long segment, int doc) {
    return numbers.getIfPresent(new Key(account, segment, doc));
  }

  void putIds(long account, long segment, int doc, long[] ids) {
    numbers.put(new Key(account, segment, doc), ids);
  }

  /**
   * The segments that an account had when it was last searched, the newest first; none if that is
   * not known. Some may not be live any more, and others may be.
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
