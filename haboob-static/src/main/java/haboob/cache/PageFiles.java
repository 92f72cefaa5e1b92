package haboob.cache;

import haboob.http.Coding;
import haboob.http.ContentTypes;
import haboob.http.Representation;
import haboob.http.Responses;
import java.nio.file.Path;
import java.time.Duration;
import seda.fileio.FileRequest;
import seda.fileio.FileResult;
import seda.fileio.FileStamp;
import seda.fileio.FileUnchanged;
import seda.fileio.OpenFile;
import seda.fileio.ReadFile;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * Passes misses to the file stage and its results to the cache-miss stage. If one of the stages
 * refuses, it answers the waiting requests. Any thread.
 */
final class PageFiles {
  /**
   * Longer files are cheaper to send by the system than to copy through memory. Compressible files
   * are exempt, since they must be read to be compressed.
   */
  private static final int MAX_COPIED_BYTES = 64 << 10;

  private final StaticLimits limits;
  private final PageCache cache;
  private final Sink<FileRequest> reads;
  private final Sink<FoundFile> found;

  PageFiles(StaticLimits limits, PageCache cache, Sink<FileRequest> reads, Sink<FoundFile> found) {
    this.limits = limits;
    this.cache = cache;
    this.reads = reads;
    this.found = found;
  }

  /**
   * Requests the content of the page's file, unless the stamp proves the page in memory current.
   */
  void read(PageLoad miss, Path path) {
    EnqueueResult result = read(miss, path, maxBytes(miss));
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  private int maxBytes(PageLoad miss) {
    if (!miss.site().sendsFromDisk()) {
      return limits.maxMemoryFileBytes();
    }
    boolean copied =
        miss.wantsVersion() || ContentTypes.isCompressible(ContentTypes.of(miss.path()));
    return copied
        ? limits.maxCachedFileBytes()
        : Math.min(MAX_COPIED_BYTES, limits.maxCachedFileBytes());
  }

  /** Requests the next file with a coding's extension; false if there is none left. */
  boolean readNextSibling(PageLoad miss) {
    for (Coding coding = miss.askNext(); coding != null; coding = miss.askNext()) {
      Path path = miss.site().path(miss.path() + coding.extension());
      EnqueueResult result =
          miss.plain().isInMemory()
              ? read(miss, path, limits.maxCachedFileBytes())
              : open(miss, path);
      if (result.accepted()) { // else the page goes without this coding
        return true;
      }
    }
    return false;
  }

  private EnqueueResult read(PageLoad miss, Path path, int maxBytes) {
    Representation known = miss.known();
    FileStamp proof = known == null ? null : known.proof();
    return reads.enqueue(
        new ReadFile(miss.site().root(), path, maxBytes, proof, result -> pass(miss, result)));
  }

  /** Requests a channel. */
  void open(PageLoad miss) {
    EnqueueResult result = open(miss, miss.site().path(miss.path()));
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  private EnqueueResult open(PageLoad miss, Path path) {
    return reads.enqueue(new OpenFile(miss.site().root(), path, opened -> pass(miss, opened)));
  }

  /**
   * Completes each file request. Always accepts, since the file stage could only count a refusal.
   */
  private EnqueueResult pass(PageLoad miss, FileResult result) {
    if (result instanceof FileUnchanged && !miss.needsMore()) {
      confirm(miss); // no new page is needed
      return EnqueueResult.ACCEPTED;
    }
    FoundFile file = new FoundFile(miss, result);
    if (!found.enqueue(file).accepted()) { // the graph is stopping
      giveUp(file);
    }
    return EnqueueResult.ACCEPTED;
  }

  /** Ends a miss that found its page unchanged; if that page is closed, opens the file again. */
  void confirm(PageLoad miss) {
    boolean confirmed = true;
    try {
      confirmed = cache.confirm(miss);
    } finally {
      if (confirmed) {
        cache.finish(miss, request -> Responses.FAILED); // requests left after a failure
      }
    }
    if (!confirmed) {
      open(miss);
    }
  }

  /** Answers the waiting requests of a file that will not be processed. */
  void giveUp(FoundFile file) {
    file.release();
    file.miss().discard();
    cache.finish(file.miss(), request -> Responses.busy(Duration.ZERO));
  }
}
