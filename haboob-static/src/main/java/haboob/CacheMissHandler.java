package haboob;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileContent;
import seda.fileio.FileFailed;
import seda.fileio.FileFailed.Reason;
import seda.fileio.FileOpened;
import seda.fileio.FileStamp;
import seda.fileio.FileUnchanged;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/**
 * Makes a page of what was read, keeps it, and answers all that wait for it. On the pool.
 *
 * <pre>
 *   the file's content ─► its type can be compressed? ─ yes ─► ask for .zst, .br, .gz in turn ─┐
 *                                                    └─ no ─► page ◄─ gzip if none has it ◄────┘
 * </pre>
 */
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

  private Representation.Form form(Miss miss) {
    String type = ContentTypes.of(miss.path());
    return new Representation.Form(type, cacheControl, ContentTypes.isCompressible(type));
  }

  @Override
  public void handle(FoundFile found) {
    Miss miss = found.miss();
    if (found.result() instanceof FileContent content) {
      miss.read(representation(miss, content));
      goOn(miss);
    } else if (found.result() instanceof FileUnchanged) {
      miss.read(miss.wantsVersion() ? miss.known().hashed(clock) : miss.known());
      goOn(miss);
    } else if (found.result() instanceof FileOpened opened) {
      answer(miss, opened);
    } else if (miss.asked() != null) { // a page without this coding
      goOn(miss);
    } else if (found.result() instanceof FileFailed failure) {
      fail(miss, failure.reason());
    }
  }

  private MemoryRepresentation representation(Miss miss, FileContent content) {
    FileStamp stamp = content.stamp();
    boolean settled = stamp.isSettled(miss.startedAt());
    return MemoryRepresentation.of(
        form(miss), miss.asked(), stamp, settled, content.bytes(), miss.wantsVersion(), clock);
  }

  /** Asks for what lies beside the file, then makes the page. */
  private void goOn(Miss miss) {
    dropIfOlder(miss);
    boolean small = miss.plain().size() <= maxCachedBytes;
    if (!small || !miss.plain().form().varies() || !files.readNextSibling(miss)) {
      finish(miss, small);
    }
  }

  /** What was compressed before the file was changed is not the file's content. */
  private static void dropIfOlder(Miss miss) {
    miss.siblings()
        .values()
        .removeIf(
            sibling ->
                sibling.stamp().lastModified().compareTo(miss.plain().stamp().lastModified()) < 0);
  }

  private void finish(Miss miss, boolean small) {
    if (miss.foundNothingNew()) {
      cache.confirm(miss);
      return;
    }
    MemoryRepresentation zipped = small ? zipped(miss) : null;
    Page page = new Page(miss.plain(), miss.siblings(), zipped, miss.startedNanos());
    if (small) {
      cache.keep(miss.key(), page); // before the miss ends, so that the next request finds it
    }
    cache.finish(miss, page::answer);
  }

  private MemoryRepresentation zipped(Miss miss) {
    MemoryRepresentation plain = miss.plain();
    if (!plain.form().varies() || miss.siblings().containsKey(Coding.GZIP)) {
      return null;
    }
    if (miss.stale() != null && miss.stale().plain() == plain && miss.stale().zipped() != null) {
      return miss.stale().zipped();
    }
    ByteBuffer bytes = Gzip.compress(plain.bytes());
    return bytes == null
        ? null
        : MemoryRepresentation.of(
            plain.form(),
            Coding.GZIP,
            plain.stamp(),
            plain.isSettled(),
            bytes,
            plain.isHashed(),
            clock);
  }

  private void answer(Miss miss, FileOpened opened) {
    FileRepresentation file =
        new FileRepresentation(form(miss), miss.asked(), opened, maxCachedBytes, clock);
    cache.finish(miss, request -> file.answer(request, false));
    if (!file.isHandedOver()) {
      Responses.close(opened);
    }
  }

  private void fail(Miss miss, Reason reason) {
    cache.drop(miss.key());
    switch (reason) {
      case NOT_FOUND -> cache.finish(miss, request -> Responses.NOT_FOUND);
      case NOT_A_FILE -> cache.finish(miss, Responses::toDirectory);
      case TOO_LARGE -> large(miss);
      case IO_ERROR, NOT_OPEN, READ_ONLY -> cache.finish(miss, request -> Responses.FAILED);
      case STOPPED -> cache.finish(miss, request -> Responses.busy(Duration.ZERO));
    }
  }

  /** Each answer needs a channel of its own, so each request becomes a miss of its own. */
  private void large(Miss miss) {
    if (!miss.site().sendsFromDisk()) {
      log.warn("page={} is longer than static.max-memory-file-bytes", miss.key());
      cache.finish(miss, request -> Responses.FAILED);
      return;
    }
    cache.close(miss);
    for (HttpExchange exchange = miss.poll(); exchange != null; exchange = miss.poll()) {
      files.open(new Miss(miss.site(), miss.path(), null, exchange, clock));
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
