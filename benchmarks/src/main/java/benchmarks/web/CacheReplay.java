package benchmarks.web;

import benchmarks.web.FileSet.Entry;
import haboob.cache.WeightedCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/** Plays requests on a cache without a server, to count the hits. */
final class CacheReplay {
  /** The page cache's own rule: from this length on, a page is an open file. */
  private static final int OPEN_FROM_BYTES = 64 << 10;

  private static final int OPEN_WEIGHT = 32 << 10;
  private static final int OVERHEAD_WEIGHT = 2 << 10;

  /** A request for a page of a length; {@code counts} is false if it only fills the cache. */
  record Request(String page, int bytes, boolean counts) {
    /** The page's part of a cache's budget. */
    int weight() {
      return OVERHEAD_WEIGHT + (bytes > OPEN_FROM_BYTES ? OPEN_WEIGHT : bytes);
    }
  }

  /** Shares of the requests that count, and of their bytes, that were hits. */
  record Outcome(double hits, double bytes) {}

  enum Pattern {
    /** Users alone, by SPECweb99's rules. */
    USERS("users"),
    /** Each fourth request is a crawler's, for the next file of the set. */
    CRAWLER("with a crawler"),
    /** Each fourth request is for a page that is requested only once. */
    ONCE("with pages asked for once");

    private static final int OTHERS = 4;
    final String title;

    Pattern(String title) {
      this.title = title;
    }

    /** {@code count} requests; the same for the same set and seed. */
    List<Request> requests(FileSet files, int count, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Entry> all = files.entries();
      Map<Entry, String> paths = new HashMap<>();
      all.forEach(entry -> paths.put(entry, entry.path()));
      List<Request> requests = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        boolean user = this == USERS || i % OTHERS > 0;
        Entry entry =
            user || this == ONCE ? files.drawEntry(random) : all.get(i / OTHERS % all.size());
        String page = user || this == CRAWLER ? paths.get(entry) : "/once" + i;
        requests.add(new Request(page, entry.bytes(), user));
      }
      return requests;
    }
  }

  /**
   * A cache that follows a policy.
   *
   * @param find true for a kept page, whose use the policy records
   * @param keep offers a page with its weight
   * @param weight of the kept pages
   */
  record Cache(Predicate<String> find, ObjIntConsumer<String> keep, LongSupplier weight) {
    static Cache tinyLfu(long budget) {
      WeightedCache<Integer> cache =
          new WeightedCache<>(budget, (page, weight) -> weight, weight -> {});
      return new Cache(
          page -> cache.find(page) != null,
          cache::keep,
          () -> cache.settled().values().stream().mapToLong(Integer::longValue).sum());
    }

    static Cache lru(long budget) {
      Map<String, Integer> pages = new LinkedHashMap<>(16, 0.75f, true);
      LongAdder total = new LongAdder();
      ObjIntConsumer<String> keep =
          (page, weight) -> {
            pages.put(page, weight);
            total.add(weight);
            Iterator<Integer> oldest = pages.values().iterator();
            while (total.sum() > budget) {
              total.add(-oldest.next());
              oldest.remove();
            }
          };
      return new Cache(page -> pages.get(page) != null, keep, total::sum);
    }
  }

  private CacheReplay() {}

  /** Plays requests; the first half fills the cache and is not counted. */
  static Outcome play(List<Request> requests, Cache cache) {
    long asked = 0;
    long askedBytes = 0;
    long hits = 0;
    long hitBytes = 0;
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      boolean hit = cache.find.test(request.page);
      if (!hit) {
        cache.keep.accept(request.page, request.weight());
      }
      if (i >= requests.size() / 2 && request.counts) {
        asked++;
        askedBytes += request.bytes;
        hits += hit ? 1 : 0;
        hitBytes += hit ? request.bytes : 0;
      }
    }
    return new Outcome((double) hits / asked, (double) hitBytes / askedBytes);
  }
}
