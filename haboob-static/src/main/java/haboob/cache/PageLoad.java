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
 * A file on its way from the disk, and the requests that wait for it. Filled under the lock of
 * {@link PageCache}; the rest belongs to one thread at a time.
 */
final class PageLoad {
  /** Makes an answer for each request that waits. */
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

  /** What was read so far: the file, then what lies beside it, coding by coding. */
  private Representation plain;

  private final Map<Coding, Representation> siblings = new EnumMap<>(Coding.class);
  private final Deque<Coding> unasked = new ArrayDeque<>(Coding.all());
  private Coding asked;

  /**
   * A miss with its first request.
   *
   * @param path of the file, below the site's root
   * @param stale what is in memory and must be compared with the disk; null if nothing is
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

  /** Under which the page is cached. */
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

  /** True if the request that began it names a version, so that the content must be hashed. */
  boolean wantsVersion() {
    return Page.namesVersion(first.request());
  }

  /** True if, its file being unchanged, other files must be looked at, or its hash made. */
  boolean needsMore() {
    return !canBeTold() || stale.plain().form().varies();
  }

  boolean wasStartedBy(HttpExchange exchange) {
    return first == exchange;
  }

  void add(HttpExchange exchange) {
    waiting.add(exchange);
  }

  /** Takes out a request; null if none waits any more. */
  HttpExchange poll() {
    return waiting.poll();
  }

  /** The answer when the disk can't be asked: better an old page than none. */
  Answer without(HttpResponse busy) {
    return without(stale, busy);
  }

  /** The same with what is in memory, or null. */
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

  // ---- what was read

  /** The coding whose file is asked for; null while it is the page's own. */
  Coding asked() {
    return asked;
  }

  /** Goes on to the next coding; null if all were asked for. */
  Coding askNext() {
    asked = unasked.poll();
    return asked;
  }

  /** What there was of the file that is asked for; null if nothing was, or not enough. */
  Representation known() {
    if (stale == null) {
      return null;
    }
    if (asked == null) {
      return stale.plain().isInMemory() || canBeTold() ? stale.plain() : null;
    }
    return stale.plain().isInMemory() ? stale.sibling(asked) : null;
  }

  /** Whether what is in memory has all that the request which began it needs. */
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

  /** What was compressed before the file was changed is not the file's content. */
  void dropOlderSiblings() {
    for (Iterator<Representation> each = siblings.values().iterator(); each.hasNext(); ) {
      Representation sibling = each.next();
      if (sibling.stamp().lastModified().compareTo(plain.stamp().lastModified()) < 0) {
        sibling.release();
        each.remove();
      }
    }
  }

  /** The page of what was read, which is the caller's to use. */
  Page page(MemoryRepresentation zipped) {
    Page page = new Page(plain, siblings, zipped, startedNanos);
    plain = null;
    siblings.clear();
    return page;
  }

  /** Lets go of what was read and is in no page. */
  void discard() {
    if (plain != null) {
      plain.release();
      plain = null;
    }
    siblings.values().forEach(Representation::release);
    siblings.clear();
  }

  /** True if the disk has what is in memory. */
  boolean foundNothingNew() {
    return stale != null && stale.plain() == plain && stale.hasSiblings(siblings);
  }
}
