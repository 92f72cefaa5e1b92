package haboob.cache;

import haboob.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Sink;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpServer;

/** A minimal web server of one directory. */
final class TestServer implements AutoCloseable, Sink<HttpExchange> {
  final StageGraph graph = new StageGraph(Clock.system());
  final StaticPages pages;
  final HttpServer http;
  private final InetSocketAddress address;

  TestServer(StaticConfig config) throws IOException {
    Processors processors =
        graph.processors(ProcessorsConfig.named("processors").withCount(2), SelectorSource::open);
    WorkerPool files = graph.workerPool("files", 2);
    http = new HttpServer(graph, processors, HttpConfig.defaults(), this);
    pages = new StaticPages(graph, processors, files, config);
    graph.start();
    address = http.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @Override
  public EnqueueResult enqueue(HttpExchange exchange) {
    return pages.enqueue(new PageRequest(exchange, exchange.request().path().substring(1)));
  }

  RawClient connect() throws IOException {
    return new RawClient(address);
  }

  @Override
  public void close() {
    http.close();
    http.awaitDrained(Duration.ofSeconds(10));
    graph.stop(Duration.ofSeconds(10));
    pages.close();
  }
}
