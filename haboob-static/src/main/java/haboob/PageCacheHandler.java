package haboob;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/** Answers from memory, or asks for the file. On processors. */
final class PageCacheHandler
    implements EventHandler.Single<PageRequest>, EventListener<PageRequest> {
  private final StaticConfig config;
  private final PageCache cache;
  private final PageFiles files;
  private final Clock clock;
  private final long freshNanos;

  PageCacheHandler(StaticConfig config, PageCache cache, PageFiles files, Clock clock) {
    this.config = config;
    this.cache = cache;
    this.files = files;
    this.clock = clock;
    this.freshNanos = config.revalidateAfter().toNanos();
  }

  @Override
  public void handle(PageRequest request) {
    HttpExchange exchange = request.exchange();
    String method = exchange.request().method();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.respond(Responses.NOT_ALLOWED);
      return;
    }
    String key = PagePath.key(request.path(), config.welcomeFile());
    if (key == null) {
      exchange.respond(Responses.NOT_FOUND);
      return;
    }
    Page page = cache.find(key);
    if (page != null && page.isFresh(clock.nanos(), freshNanos)) {
      cache.countHit();
      exchange.respond(page.answer(exchange.request()));
      return;
    }
    miss(key, page, exchange);
  }

  private void miss(String key, Page stale, HttpExchange exchange) {
    Path path;
    try {
      path = config.root().getFileSystem().getPath(key);
    } catch (InvalidPathException e) { // the file system can't have such a name
      exchange.respond(Responses.NOT_FOUND);
      return;
    }
    Miss miss = cache.join(key, stale, exchange);
    if (miss == null) {
      exchange.respond(
          stale == null ? Responses.busy(Duration.ofSeconds(1)) : stale.answer(exchange.request()));
    } else if (miss.wasStartedBy(exchange)) {
      files.read(miss, path);
    }
  }

  @Override
  public void failed(PageRequest request, Throwable cause) {
    request.exchange().respond(Responses.FAILED);
  }

  @Override
  public void shed(PageRequest request) {
    request.exchange().respond(Responses.busy(Duration.ZERO));
  }
}
