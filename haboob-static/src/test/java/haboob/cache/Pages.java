package haboob.cache;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** A running graph with static pages and no sockets, on a stopped clock. */
public final class Pages implements AutoCloseable {
  /** Long after the test files were written, so their stamps are settled. */
  public static final Instant NOW = Instant.parse("2100-01-01T00:00:00Z");

  static final int PROCESSORS = 2;

  final VirtualClock clock = new VirtualClock(NOW);
  final StageGraph graph = new StageGraph(clock);
  final StaticPages pages;
  private final Stage<CountDownLatch[]> blocker;
  private final Stage<CountDownLatch[]> holder;
  private CountDownLatch release = new CountDownLatch(0);

  Pages(Path root) {
    this(StaticConfig.of(root));
  }

  Pages(StaticConfig config) {
    Processors processors =
        graph.processors(
            ProcessorsConfig.named("processors").withCount(PROCESSORS), IoSource::none);
    WorkerPool files = graph.workerPool("files", 1);
    blocker = graph.stage(StageConfig.named("blocker"), files);
    blocker.handledBy(blocker());
    holder = graph.stage(StageConfig.named("holder"), processors);
    holder.handledBy(blocker());
    pages = new StaticPages(graph, processors, files, config);
    graph.start();
  }

  private static EventHandler<CountDownLatch[]> blocker() {
    return EventHandler.each(
        latches -> {
          latches[0].countDown();
          latches[1].await();
        });
  }

  /** Number of revalidations ahead of time. */
  long lookedAhead() {
    return stage("static-look-ahead").completed();
  }

  /** Blocks the first processor until the returned latch is counted down. */
  CountDownLatch blockProcessor() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    holder.on(0).enqueue(new CountDownLatch[] {busy, go});
    busy.await();
    return go;
  }

  /** Blocks the only worker until {@link #releaseWorker}. */
  void blockWorker() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    release = new CountDownLatch(1);
    blocker.enqueue(new CountDownLatch[] {busy, release});
    busy.await();
  }

  void releaseWorker() {
    release.countDown();
  }

  RecordingExchange send(HttpRequest request) {
    return send(request, 0);
  }

  RecordingExchange send(HttpRequest request, int processor) {
    RecordingExchange exchange = new RecordingExchange(request, processor);
    if (!pages.enqueue(new PageRequest(exchange, request.path().substring(1))).accepted()) {
      throw new AssertionError("refused at the door");
    }
    return exchange;
  }

  /** Requests a path that no HTTP server would pass on. */
  HttpResponse ask(String path) {
    RecordingExchange exchange = new RecordingExchange(HttpRequest.of("GET", "/x"), 0);
    pages.enqueue(new PageRequest(exchange, path));
    return exchange.answer();
  }

  HttpResponse get(String target) {
    return send(HttpRequest.of("GET", target)).answer();
  }

  String text(String target) {
    return RecordingExchange.text(get(target));
  }

  /** Number of hits, misses and joined misses. */
  long seen() {
    StaticStatistics figures = pages.statistics();
    return figures.hits() + figures.misses() + figures.coalesced();
  }

  StageSnapshot stage(String name) {
    return graph.snapshot().stages().stream()
        .filter(snapshot -> snapshot.stage().equals(name))
        .findFirst()
        .orElseThrow();
  }

  public static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    releaseWorker();
    graph.stop(Duration.ofSeconds(10));
  }
}
