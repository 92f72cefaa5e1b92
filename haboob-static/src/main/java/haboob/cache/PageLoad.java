package haboob.cache;

import haboob.http.Coding;
import haboob.http.MemoryRepresentation;
import haboob.http.Representation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import seda.kernel.Clock;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A file being loaded from disk, and the requests that wait for it. The queue is guarded by the
 * lock of {@link PageCache}; the rest is used by one thread at a time.
 */
final class PageLoad {
  /** Makes the response to each waiting request. */
  @FunctionalInterface
  interface Answer {
    HttpResponse to(HttpRequest request) throws IOException;
  }

  private final Site site;
  private final String path;
  private final Page stale;
  private final HttpExchange first;
  private final Instant startedAt;
  private final long startedNanos;
  private final Deque<HttpExchange> waiting = new ArrayDeque<>(4);

  /** The results so far: the file itself, then its siblings, coding by coding. */
  private Representation plain;

  private final Map<Coding, Representation> siblings = new EnumMap<>(Coding.class);
  private final Deque<Coding> unasked = new ArrayDeque<>(Coding.all());
  private Coding asked;

  /**
   * Creates a miss with its first request.
   *
   * @param path of the file, below the site's root
   * @param stale the cached page that must be revalidated; null if there is none
   */
  PageLoad(Site site, String path, Page stale, HttpExchange first, Clock clock) {
    this.site = site;
    this.path = path;
    this.stale = stale;
    this.first = first;
    this.startedAt = clock.instant();
    this.startedNanos = clock.nanos();
    waiting.add(first);
  }

  Site site() {
    return site;
  }

  String path() {
    return path;
  }

  /** The page's cache key. */
  String key() {
    return site.prefix() + path;
  }

  Page stale() {
    return stale;
  }

  Instant startedAt() {
    return startedAt;
  }

  long startedNanos() {
    return startedNanos;
  }

  /** True if the first request names a version, so the content must be hashed. */
  boolean wantsVersion() {
    return Page.namesVersion(first.request());
  }

  /** True if an unchanged file still requires a check of siblings, or a hash. */
  boolean needsMore() {
    return !canBeTold() || stale.plain().form().varies();
  }

  boolean wasStartedBy(HttpExchange exchange) {
    return first == exchange;
  }

  void add(HttpExchange exchange) {
    waiting.add(exchange);
  }

  /** Removes a request; null if none waits. */
  HttpExchange poll() {
    return waiting.poll();
  }

  /** Returns the response if the disk can't be accessed: an outdated page is better than none. */
  Answer without(HttpResponse busy) {
    return without(stale, busy);
  }

  /** Like the other method, for a cached page or null. */
  static Answer without(Page stale, HttpResponse busy) {
    return request -> {
      if (stale == null || !stale.retain()) {
        return busy;
      }
      try {
        return stale.answer(request);
      } finally {
        stale.release();
      }
    };
  }

  // ---- results

  /** The coding whose file is requested; null for the page's own file. */
  Coding asked() {
    return asked;
  }

  /** Advances to the next coding; null if none is left. */
  Coding askNext() {
    asked = unasked.poll();
    return asked;
  }

  /**
   * The cached representation of the requested file; null if there is none or it is insufficient.
   */
  Representation known() {
    if (stale == null) {
      return null;
    }
    if (asked == null) {
      return stale.plain().isInMemory() || canBeTold() ? stale.plain() : null;
    }
    return stale.plain().isInMemory() ? stale.sibling(asked) : null;
  }

  /** True if the cached page has all that the first request needs. */
  private boolean canBeTold() {
    return stale.plain().isHashed() || !wantsVersion();
  }

  void read(Representation representation) {
    if (asked == null) {
      plain = representation;
    } else {
      siblings.put(asked, representation);
    }
  }

  Representation plain() {
    return plain;
  }

  Map<Coding, Representation> siblings() {
    return siblings;
  }

  /** Drops siblings older than the file, since they do not have its content. */
  void dropOlderSiblings() {
    for (Iterator<Representation> each = siblings.values().iterator(); each.hasNext(); ) {
      Representation sibling = each.next();
      if (sibling.stamp().lastModified().compareTo(plain.stamp().lastModified()) < 0) {
        sibling.release();
        each.remove();
      }
    }
  }

  /** Makes a page of the results; the caller is its user. */
  Page page(MemoryRepresentation zipped) {
    Page page = new Page(plain, siblings, zipped, startedNanos);
    plain = null;
    siblings.clear();
    return page;
  }

  /** Releases results that are in no page. */
  void discard() {
    if (plain != null) {
      plain.release();
      plain = null;
    }
    siblings.values().forEach(Representation::release);
    siblings.clear();
  }

  /** True if the cached page is current. */
  boolean foundNothingNew() {
    return stale != null && stale.plain() == plain && stale.hasSiblings(siblings);
  }
}
