package benchmarks.web;

import benchmarks.web.CacheReplay.Request;
import benchmarks.web.FileSet.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Who asks a cache for pages. */
enum CachePattern {
  /** Users alone, by SPECweb99's rules. */
  USERS("users"),
  /** After each three of their requests a crawler asks for the next file of the set. */
  CRAWLER("with a crawler"),
  /** After each three of their requests somebody asks for a page that nobody asks for again. */
  ONCE("with pages asked for once");

  /** Every such request is not a user's. */
  private static final int OTHERS = 4;

  private final String title;

  CachePattern(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** So many requests; the same for the same set and seed. */
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
