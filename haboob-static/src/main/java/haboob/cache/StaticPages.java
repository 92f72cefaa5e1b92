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
 * stage, and accepts {@link PageRequest}s from any thread.
 *
 * <ul>
 *   <li>GET, HEAD and OPTIONS only; 405 otherwise.
 *   <li>Files outside the root, hidden files and devices are never served. Requests for them, by
 *       whatever name or link, get the same 404 as for a missing file.
 *   <li>A path with a trailing slash is a directory and gets its welcome file; without the slash
 *       the client is redirected.
 *   <li>{@code ETag} and {@code Last-Modified} with every page. {@code If-None-Match} and {@code
 *       If-Modified-Since} yield 304 if they hold; {@code If-Match} and {@code If-Unmodified-Since}
 *       yield 412 if they fail (RFC 9110 §13).
 *   <li>Ranges (§14): 206 with the part, or {@code multipart/byteranges} for several; {@code
 *       If-Range}; 416 for an unsatisfiable range.
 *   <li>Text and similar types are compressed if the client accepts it (§12.5.3): from the file of
 *       the same name plus {@code .zst}, {@code .br} or {@code .gz}, if it is not older than the
 *       page's; else with gzip, once per page.
 *   <li>Further hosts may have directories of their own.
 *   <li>{@code ?v=} with at least the first 8 hexadecimal digits of the content's SHA-256 names a
 *       version; browsers may cache that address permanently. With another version, or none, {@link
 *       StaticConfig#maxAge} applies.
 *   <li>A change on disk becomes visible after {@link StaticConfig#revalidateAfter}.
 *   <li>A file too long for memory, or long and of an incompressible type, is kept open and sent by
 *       the system. From a jar it goes through memory, up to {@link
 *       StaticLimits#maxMemoryFileBytes}. Such files have no versions.
 *   <li>A file that can't be read yields 500. Too many requests waiting for the disk yield 503 with
 *       {@code Retry-After}.
 * </ul>
 */
public final class StaticPages implements Sink<PageRequest>, AutoCloseable {
  private final PageCache cache;
  private final List<Sink<PageLookup>> pageCacheOn;

  /**
   * Declares the stages.
   *
   * @param processors processors of the requests' connections
   * @param files pool for blocking file access; its size limits concurrent reads
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
    // room for every possible miss, since a file that was read must not be refused
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
    // by name, so the stages can be replaced while they run
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

  /** {@inheritDoc} The connection's processor handles the request. */
  @Override
  public EnqueueResult enqueue(PageRequest request) {
    return pageCacheOn.get(request.exchange().processor()).enqueue(new PageLookup(request));
  }

  /** Closes the open files; call after the last request. */
  @Override
  public void close() {
    cache.clear();
  }

  /** Sum of the sizes of the cached pages. */
  long bytesOfPages() {
    return cache.bytesOfPages();
  }

  /** The current statistics. */
  public StaticStatistics statistics() {
    return cache.statistics();
  }
}
