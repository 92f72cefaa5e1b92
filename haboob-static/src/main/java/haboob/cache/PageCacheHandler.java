package haboob.cache;

import haboob.http.Responses;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/**
 * Answers from memory or requests the file. Runs on processors.
 *
 * <p>Sorts a batch: hits before misses, short pages before long ones [M. Harchol-Balter et al.:
 * <i>Size-Based Scheduling to Improve Web Performance</i>, ACM TOCS 2003].
 */
final class PageCacheHandler implements EventHandler<PageLookup>, EventListener<PageLookup> {
  private final StaticConfig config;
  private final Site.Choice sites;
  private final PageCache cache;
  private final PageFiles files;
  private final LookAhead lookAhead;
  private final Clock clock;

  PageCacheHandler(
      StaticConfig config, PageCache cache, PageFiles files, LookAhead lookAhead, Clock clock) {
    this.config = config;
    this.sites = new Site.Choice(config, clock);
    this.lookAhead = lookAhead;
    this.cache = cache;
    this.files = files;
    this.clock = clock;
  }

  @Override
  public void handle(Batch<PageLookup> batch) {
    long now = clock.nanos();
    if (batch.remaining() > 1) {
      batch.sort(Comparator.comparingLong(lookup -> lookUp(lookup, now).rank()));
    }
    while (batch.hasNext()) {
      answer(lookUp(batch.next(), now));
    }
  }

  /** Looks up once per request, so the order is stable while it is sorted. */
  private PageLookup lookUp(PageLookup lookup, long now) {
    if (lookup.isDone()) {
      return lookup;
    }
    String path = PagePath.key(lookup.request().path(), config.welcomeFile());
    if (path == null) {
      lookup.none();
      return lookup;
    }
    HttpRequest request = lookup.request().exchange().request();
    Site site = sites.choose(request);
    String key = site.prefix().isEmpty() ? path : site.prefix() + path;
    Page page = cache.find(key);
    boolean hit =
        page != null
            && page.isFresh(now, config.revalidateAfter().toNanos())
            && page.canAnswerUnchecked(request);
    if (hit) {
      lookAhead.asked(site, path, page, now);
    }
    lookup.found(site, path, key, page, hit);
    return lookup;
  }

  private void answer(PageLookup lookup) {
    HttpExchange exchange = lookup.request().exchange();
    String method = exchange.request().method();
    if (method.equals("OPTIONS")) {
      exchange.respond(Responses.OPTIONS);
    } else if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.respond(Responses.NOT_ALLOWED);
    } else if (lookup.path() == null) {
      exchange.respond(Responses.NOT_FOUND);
    } else if (lookup.isHit() && lookup.page().retain()) {
      cache.countHit();
      try {
        PageCache.respond(exchange, lookup.page()::answer);
      } finally {
        lookup.page().release();
      }
    } else {
      miss(lookup, exchange);
    }
  }

  private void miss(PageLookup lookup, HttpExchange exchange) {
    Path path;
    try {
      path = lookup.site().path(lookup.path());
    } catch (InvalidPathException e) { // not a valid name in this file system
      exchange.respond(Responses.NOT_FOUND);
      return;
    }
    PageLoad miss = cache.join(lookup, exchange);
    if (miss != null) {
      if (miss.wasStartedBy(exchange)) {
        files.read(miss, path);
      }
    } else {
      PageCache.respond(
          exchange, PageLoad.without(lookup.page(), Responses.busy(Duration.ofSeconds(1))));
    }
  }

  @Override
  public void failed(PageLookup lookup, Throwable cause) {
    lookup.request().exchange().respond(Responses.FAILED);
  }

  @Override
  public void shed(PageLookup lookup) {
    lookup.request().exchange().respond(Responses.busy(Duration.ZERO));
  }
}
