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
 * Takes misses to the file stage, and what comes of them to the cache-miss stage. Where one of the
 * two refuses, it answers what waits. Any thread.
 */
final class PageFiles {
  /**
   * A longer file costs less if the system sends it from its own memory, than if it is read and
   * written; unless it gets shorter by being compressed, for which it must be read.
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

  /** Asks for the content of the page's file, unless it is proven to be what is in memory. */
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

  /** Asks for the next file beside it with a coding's extension; false if there is no more. */
  boolean readNextSibling(PageLoad miss) {
    for (Coding coding = miss.askNext(); coding != null; coding = miss.askNext()) {
      Path path = miss.site().path(miss.path() + coding.extension());
      EnqueueResult result =
          miss.plain().isInMemory()
              ? read(miss, path, limits.maxCachedFileBytes())
              : open(miss, path);
      if (result.accepted()) { // else it is done without
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

  /** Asks for a channel. */
  void open(PageLoad miss) {
    EnqueueResult result = open(miss, miss.site().path(miss.path()));
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  private EnqueueResult open(PageLoad miss, Path path) {
    return reads.enqueue(new OpenFile(miss.site().root(), path, opened -> pass(miss, opened)));
  }

  /** The completion of each request; it refuses nothing, for the file stage could only count it. */
  private EnqueueResult pass(PageLoad miss, FileResult result) {
    if (result instanceof FileUnchanged && !miss.needsMore()) {
      confirm(miss); // there is no page to be made
      return EnqueueResult.ACCEPTED;
    }
    FoundFile file = new FoundFile(miss, result);
    if (!found.enqueue(file).accepted()) { // the graph stops
      giveUp(file);
    }
    return EnqueueResult.ACCEPTED;
  }

  /** Ends a miss that found the disk to have what its page is of, if that is still open. */
  void confirm(PageLoad miss) {
    boolean confirmed = true;
    try {
      confirmed = cache.confirm(miss);
    } finally {
      if (confirmed) {
        cache.finish(miss, request -> Responses.FAILED); // whom a failure left
      }
    }
    if (!confirmed) {
      open(miss);
    }
  }

  /** Answers what waits for a file that will not be dealt with any more. */
  void giveUp(FoundFile file) {
    file.release();
    file.miss().discard();
    cache.finish(file.miss(), request -> Responses.busy(Duration.ZERO));
  }
}
