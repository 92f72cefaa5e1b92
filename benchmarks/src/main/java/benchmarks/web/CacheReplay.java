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

/** Plays requests on a cache, without a server: what counts is which pages it kept. */
final class CacheReplay {
  /** As the page cache counts: from this length on, a page that isn't compressed is kept open. */
  private static final int OPEN_FROM_BYTES = 64 << 10;

  private static final int OPEN_WEIGHT = 32 << 10;
  private static final int OVERHEAD_WEIGHT = 2 << 10;

  /**
   * A request.
   *
   * @param page what for
   * @param bytes how long that is
   * @param counts whether it counts if it is a hit
   */
  record Request(String page, int bytes, boolean counts) {
    /** What the page takes of a cache's budget. */
    int weight() {
      return OVERHEAD_WEIGHT + (bytes > OPEN_FROM_BYTES ? OPEN_WEIGHT : bytes);
    }
  }

  /** Shares of the requests that count, and of their bytes, that were hits. */
  record Outcome(double hits, double bytes) {}

  enum Pattern {
    /** Users alone, by SPECweb99's rules. */
    USERS("users"),
    /** After each three of their requests a crawler asks for the next file of the set. */
    CRAWLER("with a crawler"),
    /** After each three of their requests somebody asks for a page that nobody asks for again. */
    ONCE("with pages asked for once");

    /** Every such request is not a user's. */
    private static final int OTHERS = 4;

    private final String title;

    Pattern(String title) {
      this.title = title;
    }

    String title() {
      return title;
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

  interface Policy {
    /** True if it has the page, which it takes note of. */
    boolean find(String page);

    void keep(String page, int weight);

    long weight();

    static Policy tinyLfu(long budget) {
      WeightedCache<Integer> cache =
          new WeightedCache<>(budget, (page, weight) -> weight, weight -> {});
      return new Policy() {
        @Override
        public boolean find(String page) {
          return cache.find(page) != null;
        }

        @Override
        public void keep(String page, int weight) {
          cache.keep(page, weight);
        }

        @Override
        public long weight() {
          return cache.settled().values().stream().mapToLong(Integer::longValue).sum();
        }
      };
    }

    static Policy lru(long budget) {
      return new Lru(budget);
    }
  }

  private static final class Lru implements Policy {
    private final long budget;
    private final Map<String, Integer> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long weight;

    Lru(long budget) {
      this.budget = budget;
    }

    @Override
    public boolean find(String page) {
      return pages.get(page) != null;
    }

    @Override
    public void keep(String page, int pageWeight) {
      pages.put(page, pageWeight);
      weight += pageWeight;
      Iterator<Integer> oldest = pages.values().iterator();
      while (weight > budget) {
        weight -= oldest.next();
        oldest.remove();
      }
    }

    @Override
    public long weight() {
      return weight;
    }
  }

  private CacheReplay() {}

  /** Asks for one page after the other; the first half fills the cache and is not counted. */
  static Outcome play(List<Request> requests, Policy cache) {
    long asked = 0;
    long askedBytes = 0;
    long hits = 0;
    long hitBytes = 0;
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      boolean hit = cache.find(request.page());
      if (!hit) {
        cache.keep(request.page(), request.weight());
      }
      if (i >= requests.size() / 2 && request.counts()) {
        asked++;
        askedBytes += request.bytes();
        hits += hit ? 1 : 0;
        hitBytes += hit ? request.bytes() : 0;
      }
    }
    return new Outcome((double) hits / asked, (double) hitBytes / askedBytes);
  }
}
