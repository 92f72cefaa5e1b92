package haboob.cache;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import seda.fileio.FileReads;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * Serves the files below one directory. Wires the page cache, the file stage and the cache-miss
 * stage, and takes {@link PageRequest}s for them, from any thread.
 *
 * <ul>
 *   <li>GET, HEAD and OPTIONS only; 405 otherwise.
 *   <li>Nothing outside the root, no hidden file and no device is ever served; asking for one, by
 *       whatever name or link, is answered 404 as if it did not exist.
 *   <li>A path that ends with a slash is a directory, and gets its welcome file; without the slash
 *       the client is sent to where it is.
 *   <li>{@code ETag} and {@code Last-Modified} with every page; {@code If-None-Match} and {@code
 *       If-Modified-Since} are answered 304 where they hold, {@code If-Match} and {@code
 *       If-Unmodified-Since} 412 where they don't (RFC 9110 §13).
 *   <li>Ranges (§14): 206 with the part, or with several as {@code multipart/byteranges}; {@code
 *       If-Range}; 416 if there is no such part.
 *   <li>Text and the like is sent compressed to who takes that (§12.5.3): from the file of the same
 *       name with {@code .zst}, {@code .br} or {@code .gz} behind it, if it is not older than the
 *       page's; else with gzip, made here once.
 *   <li>Requests for other hosts may see directories of their own.
 *   <li>An address with the page's version, {@code ?v=} and the first 8 or more hexadecimal digits
 *       of the SHA-256 of its content, may be kept for good by browsers; with another version, or
 *       none, only for {@link StaticConfig#maxAge}.
 *   <li>A change on disk is seen after {@link StaticConfig#revalidateAfter}.
 *   <li>A file that is too long for memory, or long and of a kind that is not compressed, is kept
 *       open instead, and sent by the system; from a jar, through memory, up to {@link
 *       StaticLimits#maxMemoryFileBytes}. Of its versions none is known.
 *   <li>A file that can't be read is answered 500; 503 with {@code Retry-After} if too many
 *       requests wait for the disk.
 * </ul>
 */
public final class StaticPages implements Sink<PageRequest>, AutoCloseable {
  private final PageCache cache;
  private final List<Sink<PageLookup>> pageCacheOn;

  /**
   * Declares the stages.
   *
   * @param processors on which the connections of the requests live
   * @param files for what may wait for the disk; its size is how many files are read at once
   * @throws IllegalArgumentException if the root is not a directory
   */
  public StaticPages(
      StageGraph graph, Processors processors, WorkerPool files, StaticConfig config) {
    requireDirectory("static.root", config.root());
    config.hosts().forEach((host, root) -> requireDirectory("static.hosts." + host, root));
    Clock clock = graph.clock();
    StaticLimits limits = config.limits();
    this.cache = new PageCache(limits, clock);

    StageConfig pageCacheConfig = StageConfig.named(config.name() + "-page-cache");
    Stage<PageLookup> pageCache =
        graph.stage(pageCacheConfig.withQueueCapacity(limits.queueCapacity()), processors);
    StageConfig fileReadConfig = StageConfig.named(config.name() + "-file-read");
    FileReads fileReads =
        new FileReads(graph, fileReadConfig.withQueueCapacity(limits.fileQueueCapacity()), files);
    // room for every miss there can be: what was read must not be turned away
    StageConfig cacheMissConfig = StageConfig.named(config.name() + "-cache-miss");
    Stage<FoundFile> cacheMiss =
        graph.stage(cacheMissConfig.withQueueCapacity(limits.maxWaiting()).withBatchSize(1), files);

    PageFiles pageFiles =
        new PageFiles(limits, cache, fileReads, graph.sink(cacheMissConfig.name()));
    LookAhead lookAhead = lookAhead(graph, files, config, cache);
    PageCacheHandler pageCacheHandler =
        new PageCacheHandler(config, cache, pageFiles, lookAhead, clock);
    pageCache.handledBy(pageCacheHandler).listener(pageCacheHandler);
    CacheMissHandler cacheMissHandler = new CacheMissHandler(config, cache, pageFiles, clock);
    cacheMiss.handledBy(EventHandler.each(cacheMissHandler)).listener(cacheMissHandler);
    // by name, so that the stages can be replaced while they run
    this.pageCacheOn =
        IntStream.range(0, processors.count())
            .mapToObj(i -> graph.<PageLookup>sink(pageCacheConfig.name(), i))
            .toList();
  }

  private static LookAhead lookAhead(
      StageGraph graph, WorkerPool files, StaticConfig config, PageCache cache) {
    StageConfig stageConfig =
        StageConfig.named(config.name() + "-look-ahead")
            .withQueueCapacity(config.limits().maxWaiting());
    Stage<LookAhead.Ageing> stage = graph.stage(stageConfig, files);
    LookAhead lookAhead =
        new LookAhead(
            graph.sink(stage.name()),
            cache,
            graph.timers(),
            graph.clock(),
            config.revalidateAfter());
    stage.handledBy(EventHandler.each(lookAhead));
    return lookAhead;
  }

  private static void requireDirectory(String key, Path root) {
    if (!Files.isDirectory(root)) {
      throw new IllegalArgumentException(key + " = " + root + ", must be a directory");
    }
  }

  /** {@inheritDoc} The request is handled on the processor of its connection. */
  @Override
  public EnqueueResult enqueue(PageRequest request) {
    return pageCacheOn.get(request.exchange().processor()).enqueue(new PageLookup(request));
  }

  /** Closes the files that are kept open; for when no request comes any more. */
  @Override
  public void close() {
    cache.clear();
  }

  /** What the pages in the cache take, added up one by one. */
  long bytesOfPages() {
    return cache.bytesOfPages();
  }

  /** Figures now. */
  public StaticStatistics statistics() {
    return cache.statistics();
  }
}
