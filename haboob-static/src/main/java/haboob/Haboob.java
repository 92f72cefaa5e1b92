package haboob;

import haboob.cache.PageRequest;
import haboob.cache.StaticPages;
import haboob.cache.StaticStatistics;
import haboob.http.Responses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.ThroughputSizing;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.http.AllowedHosts;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpServer;

/**
 * The static web server. Wires the whole graph in the order in which a request passes it. Each
 * stage can be {@linkplain StageGraph#replace replaced} while the server runs.
 *
 * <pre>
 *   listen ─► read ─► http-parse ─► http-recv ─► static-page-cache ─(miss)─► static-file-read
 *                                       │                │ hit                      ▼
 *                                       ├─► bottleneck   │                 static-cache-miss
 *                                       ▼                ▼                          │
 *                              write ◄─ http-send ◄─────────────────────────────────┘
 * </pre>
 */
public final class Haboob implements AutoCloseable {
  private static final Duration SIZING_PERIOD = Duration.ofMillis(500);

  private final StageGraph graph;
  private final HaboobConfig config;
  private final HttpServer http;
  private final StaticPages pages;
  private final StatusPage status;
  private final Bottleneck bottleneck;

  /**
   * Declares the stages on an empty graph and starts it.
   *
   * @throws IllegalArgumentException if a root is not a directory
   */
  public Haboob(StageGraph graph, HaboobConfig config) {
    this(graph, config, null);
  }

  /**
   * Like the other constructor, with other work for the bottleneck page.
   *
   * @param work null for computation of the given duration
   */
  Haboob(StageGraph graph, HaboobConfig config, Consumer<Duration> work) {
    this.graph = graph;
    this.config = config;
    Processors processors =
        graph.processors(
            ProcessorsConfig.named("processors").withCount(config.processors()),
            SelectorSource::open);
    WorkerPool files =
        graph.workerPool(
            WorkerPoolConfig.fixed("files", 1).withThreads(1, config.maxFileThreads()));
    this.http = new HttpServer(graph, processors, config.http(), graph.sink("http-recv"));
    AllowedHosts hosts = config.allowedHosts();
    http.earlyRefusal((head, remote) -> hosts.refusal(head));
    Stage<HttpExchange> receive =
        graph.stage(
            StageConfig.named("http-recv")
                .withQueueCapacity(config.pages().limits().queueCapacity()),
            processors);
    this.pages = new StaticPages(graph, processors, files, config.pages());
    this.bottleneck = config.bottleneck().isOn() ? bottleneck(work) : null;
    this.status = new StatusPage(graph, pages::statistics, http::statistics);
    receive.handledBy(EventHandler.each(this::receive)).listener(new Unanswered());
    ControlLoops.size(
        graph, files, new ThroughputSizing(ThroughputSizing.Settings.DEFAULT), SIZING_PERIOD);
    graph.start();
  }

  private Bottleneck bottleneck(Consumer<Duration> work) {
    Computation computation = work == null ? Computation.calibrated(graph.clock()) : null;
    Consumer<Duration> done = work == null ? computation::run : work;
    return new Bottleneck(graph, config.bottleneck(), new SplittableRandom(), done);
  }

  /** Listens on an address; may be called several times. Port 0 selects a free port. */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    return http.bind(address);
  }

  private void receive(HttpExchange exchange) {
    String path = exchange.request().path();
    if (bottleneck != null && path.equals(config.bottleneck().path())) {
      bottleneck.enqueue(exchange);
    } else if (path.equals(config.statusPath())) {
      exchange.respond(status.answer(exchange.request()));
    } else {
      PageRequest request = new PageRequest(exchange, path.substring(1));
      EnqueueResult result = pages.enqueue(request);
      if (!result.accepted()) {
        exchange.respond(Responses.busy(result.retryAfter()));
      }
    }
  }

  private static final class Unanswered implements EventListener<HttpExchange> {
    @Override
    public void failed(HttpExchange exchange, Throwable cause) {
      exchange.respond(Responses.FAILED);
    }

    @Override
    public void shed(HttpExchange exchange) {
      exchange.respond(Responses.busy(Duration.ZERO));
    }
  }

  /** The pages' statistics. */
  public StaticStatistics statistics() {
    return pages.statistics();
  }

  /** Answers accepted requests for at most {@code grace}, then stops the graph. */
  public void stop(Duration grace) {
    http.drain();
    http.awaitDrained(grace);
    graph.stop(grace);
    http.close();
    pages.close();
  }

  /** Stops within ten seconds. */
  @Override
  public void close() {
    stop(Duration.ofSeconds(10));
  }
}
