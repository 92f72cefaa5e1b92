package haboob;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import seda.fileio.FileReads;
import seda.fileio.FileRequest;
import seda.fileio.FileResult;
import seda.fileio.FileRoot;
import seda.fileio.FileStamp;
import seda.fileio.OpenFile;
import seda.fileio.ReadFile;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * Takes misses to the file stage, and what comes of them to the cache-miss stage. Where one of the
 * two refuses, it answers what waits. Any thread.
 */
final class PageFiles {
  private final FileRoot root;
  private final boolean sendsFromDisk;
  private final int maxBytes;
  private final PageCache cache;
  private final FileReads reads;
  private final Sink<FoundFile> found;

  PageFiles(StaticConfig config, PageCache cache, FileReads reads, Sink<FoundFile> found) {
    this.root = new FileRoot(config.root(), PagePath::isVisible);
    this.sendsFromDisk = config.root().getFileSystem() == FileSystems.getDefault();
    StaticLimits limits = config.limits();
    this.maxBytes = sendsFromDisk ? limits.maxCachedFileBytes() : limits.maxMemoryFileBytes();
    this.cache = cache;
    this.reads = reads;
    this.found = found;
  }

  /** True if a file that is too long for memory can be opened instead. */
  boolean sendsFromDisk() {
    return sendsFromDisk;
  }

  /**
   * Asks for the content, unless it is proven to be what is in memory.
   *
   * @param path relative to the root
   */
  void read(Miss miss, Path path) {
    FileStamp known = miss.stale() == null ? null : miss.stale().proof();
    request(miss, new ReadFile(root, path, maxBytes, known, result -> pass(miss, result)));
  }

  /** Asks for a channel. */
  void open(Miss miss) {
    Path path = root.directory().getFileSystem().getPath(miss.key());
    request(miss, new OpenFile(root, path, result -> pass(miss, result)));
  }

  private void request(Miss miss, FileRequest request) {
    EnqueueResult result = reads.enqueue(request);
    if (!result.accepted()) {
      cache.finish(miss, miss.without(Responses.busy(result.retryAfter())));
    }
  }

  /** The completion of each request; it refuses nothing, for the file stage could only count it. */
  private EnqueueResult pass(Miss miss, FileResult result) {
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
