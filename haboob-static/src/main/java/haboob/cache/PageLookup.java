package haboob.cache;

/**
 * A request at the page cache with its look-up result. Computed once, before batches are sorted by
 * it. Confined to the handling thread.
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

  /** True after the look-up. */
  boolean isDone() {
    return done;
  }

  /** Records that no page can have this path. */
  void none() {
    done = true;
  }

  /**
   * Records the result.
   *
   * @param page null if there is none
   * @param hit whether the page can be sent without access to the disk
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

  /** The path below the site's root; null if no page can have it. */
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

  /** The sort key: hits before misses, short pages before long ones. */
  long rank() {
    return hit ? page.size() : Long.MAX_VALUE;
  }
}
