package haboob.cache;

import haboob.http.Responses;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/**
 * The pages in memory and the misses in progress. Thread-safe.
 *
 * <p>A page has at most one miss in progress, which all its requests join.
 */
final class PageCache {
  private static final Logger log = LoggerFactory.getLogger(PageCache.class);

  private final WeightedCache<Page> pages;
  private final ConcurrentHashMap<String, PageLoad> misses = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final int maxWaiting;
  private final Clock clock;
  private final LongAdder hitCount = new LongAdder();
  private final LongAdder missCount = new LongAdder();
  private final LongAdder coalescedCount = new LongAdder();

  PageCache(StaticLimits limits, Clock clock) {
    this.pages =
        new WeightedCache<>(limits.cacheBytes(), (key, page) -> page.weight(key), Page::release);
    this.maxWaiting = limits.maxWaiting();
    this.clock = clock;
  }

  /** Returns the page in memory, or null. */
  Page find(String key) {
    return pages.find(key);
  }

  /** True if this page is in memory. Does not count as a request. */
  boolean has(String key, Page page) {
    return pages.peek(key) == page;
  }

  void countHit() {
    hitCount.increment();
  }

  /** Caches a page; the caller must be one of its users. */
  void keep(String key, Page page) {
    page.retain();
    pages.keep(key, page);
  }

  /** Removes all pages. */
  void clear() {
    pages.clear();
  }

  void drop(String key) {
    pages.drop(key);
  }

  /**
   * Adds a request to a page's miss.
   *
   * @return the miss, which the caller starts if it {@linkplain PageLoad#wasStartedBy began} with
   *     this request; null if too many requests wait
   */
  PageLoad join(PageLookup lookup, HttpExchange exchange) {
    if (waiting.incrementAndGet() > maxWaiting) {
      waiting.decrementAndGet();
      return null;
    }
    PageLoad joined =
        misses.compute(
            lookup.key(),
            (key, miss) -> {
              if (miss == null) {
                return new PageLoad(lookup.site(), lookup.path(), lookup.page(), exchange, clock);
              }
              miss.add(exchange);
              return miss;
            });
    (joined.wasStartedBy(exchange) ? missCount : coalescedCount).increment();
    return joined;
  }

  /** Ends a miss: removes it and answers all its requests. */
  void finish(PageLoad miss, PageLoad.Answer answer) {
    close(miss);
    for (HttpExchange exchange = miss.poll(); exchange != null; exchange = miss.poll()) {
      waiting.decrementAndGet();
      respond(exchange, answer);
    }
  }

  /** Ends a miss that found its page unchanged; false if the page is closed. */
  boolean confirm(PageLoad miss) {
    Page page = miss.stale();
    if (!page.retain()) {
      return false;
    }
    try {
      page.confirm(miss.startedNanos());
      finish(miss, page::answer);
    } finally {
      page.release();
    }
    return true;
  }

  /** Responds to a request. */
  static void respond(HttpExchange exchange, PageLoad.Answer answer) {
    HttpResponse response;
    try {
      response = answer.to(exchange.request());
    } catch (IOException e) {
      log.warn("page={} can't be read", exchange.request().path(), e);
      response = Responses.FAILED;
    }
    exchange.respond(response);
  }

  /** Removes a miss, so no request joins it. */
  void close(PageLoad miss) {
    misses.remove(miss.key(), miss);
  }

  /** Sum of the pages' sizes; exact only while no thread modifies the cache. */
  long bytesOfPages() {
    return pages.settled().entrySet().stream()
        .mapToLong(entry -> entry.getValue().weight(entry.getKey()))
        .sum();
  }

  StaticStatistics statistics() {
    return new StaticStatistics(
        hitCount.sum(), missCount.sum(), coalescedCount.sum(), pages.size(), pages.weight());
  }
}
