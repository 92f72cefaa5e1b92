package haboob;

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
  void read(Miss miss, Path path) {
    int maxBytes =
        miss.site().sendsFromDisk() ? limits.maxCachedFileBytes() : limits.maxMemoryFileBytes();
    EnqueueResult result = read(miss, path, maxBytes);
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  /** Asks for the next file beside it with a coding's extension; false if there is no more. */
  boolean readNextSibling(Miss miss) {
    for (Coding coding = miss.askNext(); coding != null; coding = miss.askNext()) {
      Path path = miss.site().path(miss.path() + coding.extension());
      if (read(miss, path, limits.maxCachedFileBytes()).accepted()) { // else it is done without
        return true;
      }
    }
    return false;
  }

  private EnqueueResult read(Miss miss, Path path, int maxBytes) {
    MemoryRepresentation known = miss.known();
    FileStamp proof = known == null ? null : known.proof();
    return reads.enqueue(
        new ReadFile(miss.site().root(), path, maxBytes, proof, result -> pass(miss, result)));
  }

  /** Asks for a channel. */
  void open(Miss miss) {
    Path path = miss.site().path(miss.path());
    EnqueueResult result =
        reads.enqueue(new OpenFile(miss.site().root(), path, opened -> pass(miss, opened)));
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  /** The completion of each request; it refuses nothing, for the file stage could only count it. */
  private EnqueueResult pass(Miss miss, FileResult result) {
    if (result instanceof FileUnchanged && !miss.needsMore()) {
      try {
        cache.confirm(miss); // there is no page to be made
      } finally {
        cache.finish(miss, request -> Responses.FAILED); // whom a failure left
      }
      return EnqueueResult.ACCEPTED;
    }
    FoundFile file = new FoundFile(miss, result);
    if (!found.enqueue(file).accepted()) { // the graph stops
      giveUp(file);
    }
    return EnqueueResult.ACCEPTED;
  }

  /** Answers what waits for a file that will not be dealt with any more. */
  void giveUp(FoundFile file) {
    file.release();
    cache.finish(file.miss(), request -> Responses.busy(Duration.ZERO));
  }
}
