package haboob.cache;

import haboob.http.Coding;
import haboob.http.ContentTypes;
import haboob.http.FileRepresentation;
import haboob.http.Gzip;
import haboob.http.MemoryRepresentation;
import haboob.http.Representation;
import haboob.http.Responses;
import java.io.IOException;
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

/**
 * Builds a page from a read or opened file, caches it, and answers all waiting requests. Runs on
 * the pool.
 *
 * <pre>
 *   the file's content ─► compressible type? ─ yes ─► request .zst, .br, .gz in turn ─┐
 *                                            └─ no ──► page ◄─ gzip if none exists ◄──┘
 *   too long to cache ─► open it ─► compressible type? ─ yes ─► open those in turn ─► page
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

  private Representation.Form form(PageLoad miss) {
    String type = ContentTypes.of(miss.path());
    return new Representation.Form(type, cacheControl, ContentTypes.isCompressible(type));
  }

  @Override
  public void handle(FoundFile found) throws IOException {
    PageLoad miss = found.miss();
    if (found.result() instanceof FileContent content) {
      miss.read(representation(miss, content));
      goOn(miss);
    } else if (found.result() instanceof FileOpened opened) {
      FileRepresentation file =
          new FileRepresentation(form(miss), miss.asked(), opened, maxCachedBytes, clock);
      miss.read(file);
      file.warm();
      goOn(miss);
    } else if (found.result() instanceof FileUnchanged) {
      unchanged(miss);
    } else if (miss.asked() != null) { // no sibling in this coding
      goOn(miss);
    } else if (found.result() instanceof FileFailed failure) {
      fail(miss, failure.reason());
    }
  }

  private MemoryRepresentation representation(PageLoad miss, FileContent content) {
    FileStamp stamp = content.stamp();
    boolean settled = stamp.isSettled(miss.startedAt());
    return MemoryRepresentation.of(
        form(miss), miss.asked(), stamp, settled, content.bytes(), miss.wantsVersion(), clock);
  }

  private void unchanged(PageLoad miss) throws IOException {
    if (miss.stale().plain().isInMemory()) {
      miss.read(miss.wantsVersion() ? miss.known().hashed(clock) : miss.known());
      goOn(miss);
    } else if (miss.stale().isUnchanged(miss.site(), miss.path())) {
      files.confirm(miss);
    } else {
      files.open(miss);
    }
  }

  /** Requests the next sibling, or makes the page if there is none left. */
  private void goOn(PageLoad miss) {
    miss.dropOlderSiblings();
    if (!mayKeep(miss) || !miss.plain().form().varies() || !files.readNextSibling(miss)) {
      finish(miss);
    }
  }

  private boolean mayKeep(PageLoad miss) {
    return !miss.plain().isInMemory() || miss.plain().size() <= maxCachedBytes;
  }

  private void finish(PageLoad miss) {
    if (miss.foundNothingNew()) {
      files.confirm(miss);
      return;
    }
    boolean keep = mayKeep(miss);
    Page page = miss.page(keep ? zipped(miss) : null);
    if (keep) {
      cache.keep(miss.key(), page); // before the miss ends, so the next request hits
    }
    try {
      cache.finish(miss, page::answer);
    } finally {
      page.release();
    }
  }

  private MemoryRepresentation zipped(PageLoad miss) {
    if (!(miss.plain() instanceof MemoryRepresentation plain)
        || !plain.form().varies()
        || miss.siblings().containsKey(Coding.GZIP)) {
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

  private void fail(PageLoad miss, Reason reason) {
    cache.drop(miss.key());
    switch (reason) {
      case NOT_FOUND, NOT_A_FILE -> cache.finish(miss, request -> Responses.NOT_FOUND);
      case DIRECTORY -> cache.finish(miss, Responses::toDirectory);
      case TOO_LARGE -> large(miss);
      case IO_ERROR, NOT_OPEN, READ_ONLY -> cache.finish(miss, request -> Responses.FAILED);
      case STOPPED -> cache.finish(miss, request -> Responses.busy(Duration.ZERO));
    }
  }

  private void large(PageLoad miss) {
    if (miss.site().sendsFromDisk()) {
      files.open(miss);
    } else {
      log.warn("page={} is longer than static.max-memory-file-bytes", miss.key());
      cache.finish(miss, request -> Responses.FAILED);
    }
  }

  @Override
  public void failed(FoundFile found, Throwable cause) {
    found.miss().discard();
    cache.finish(found.miss(), request -> Responses.FAILED);
  }

  @Override
  public void shed(FoundFile found) {
    files.giveUp(found);
  }
}
