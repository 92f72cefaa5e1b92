package haboob.cache;

/**
 * A request at the page cache, with what was found for it. Looked up once, before batches are
 * sorted by it. For the thread that handles it.
 */
final class PageLookup {
  private final PageRequest request;
  private boolean done;
  private Site site;
  private String path;
  private String key;
  private Page page;
  private boolean hit;

  PageLookup(PageRequest request) {
    this.request = request;
  }

  PageRequest request() {
    return request;
  }

  /** True once it was looked up. */
  boolean isDone() {
    return done;
  }

  /** There is no page of that name, or it is not asked for in a way that can be answered. */
  void none() {
    done = true;
  }

  /**
   * Notes what was found.
   *
   * @param page null if there is none
   * @param hit whether it can be given without a look at the disk
   */
  void found(Site inSite, String atPath, String underKey, Page page, boolean hit) {
    this.done = true;
    this.site = inSite;
    this.path = atPath;
    this.key = underKey;
    this.page = page;
    this.hit = hit;
  }

  Site site() {
    return site;
  }

  /** Below the site's root; null if no page can have the name. */
  String path() {
    return path;
  }

  String key() {
    return key;
  }

  Page page() {
    return page;
  }

  boolean isHit() {
    return hit;
  }

  /** Hits before misses, the short before the long. */
  long rank() {
    return hit ? page.size() : Long.MAX_VALUE;
  }
}
