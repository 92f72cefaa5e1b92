package haboob;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileContent;
import seda.fileio.FileFailed;
import seda.fileio.FileFailed.Reason;
import seda.fileio.FileOpened;
import seda.fileio.FileUnchanged;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/** Makes a page of what was read, keeps it, and answers all that wait for it. On the pool. */
final class CacheMissHandler implements EventHandler.Single<FoundFile>, EventListener<FoundFile> {
  private static final Logger log = LoggerFactory.getLogger(CacheMissHandler.class);

  private final PageCache cache;
  private final PageFiles files;
  private final int maxCachedBytes;
  private final String cacheControl;
  private final Clock clock;

  CacheMissHandler(StaticConfig config, PageCache cache, PageFiles files, Clock clock) {
    this.cache = cache;
    this.files = files;
    this.maxCachedBytes = config.limits().maxCachedFileBytes();
    this.cacheControl = "public, max-age=" + config.maxAge().toSeconds();
    this.clock = clock;
  }

  @Override
  public void handle(FoundFile found) {
    Miss miss = found.miss();
    if (found.result() instanceof FileContent content) {
      keep(miss, content);
    } else if (found.result() instanceof FileUnchanged) {
      miss.stale().confirm(miss.startedNanos());
      cache.finish(miss, miss.stale()::answer);
    } else if (found.result() instanceof FileOpened opened) {
      cache.finish(
          miss, request -> Responses.file(miss.key(), opened, request, cacheControl, clock));
    } else if (found.result() instanceof FileFailed failure) {
      fail(miss, failure.reason());
    }
  }

  private void keep(Miss miss, FileContent content) {
    Page page =
        new Page(miss.key(), content, miss.startedAt(), miss.startedNanos(), cacheControl, clock);
    if (content.bytes().remaining() <= maxCachedBytes) {
      cache.keep(miss.key(), page); // before the miss ends, so that the next request finds it
    }
    cache.finish(miss, page::answer);
  }

  private void fail(Miss miss, Reason reason) {
    cache.drop(miss.key());
    switch (reason) {
      case NOT_FOUND -> cache.finish(miss, request -> Responses.NOT_FOUND);
      case NOT_A_FILE -> cache.finish(miss, Responses::toDirectory);
      case TOO_LARGE -> large(miss);
      case IO_ERROR -> cache.finish(miss, request -> Responses.FAILED);
      case STOPPED -> cache.finish(miss, request -> Responses.busy(Duration.ZERO));
    }
  }

  /** Each answer needs a channel of its own, so each request becomes a miss of its own. */
  private void large(Miss miss) {
    if (!files.sendsFromDisk()) {
      log.warn("page={} is longer than static.max-memory-file-bytes", miss.key());
      cache.finish(miss, request -> Responses.FAILED);
      return;
    }
    cache.close(miss);
    for (HttpExchange exchange = miss.poll(); exchange != null; exchange = miss.poll()) {
      files.open(new Miss(miss.key(), null, exchange, clock));
    }
  }

  @Override
  public void failed(FoundFile found, Throwable cause) {
    found.release();
    cache.finish(found.miss(), request -> Responses.FAILED);
  }

  @Override
  public void shed(FoundFile found) {
    files.giveUp(found);
  }
}
