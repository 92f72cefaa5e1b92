package benchmarks.kernel;

import benchmarks.load.ClientLoop;
import benchmarks.load.HttpConnection;
import benchmarks.load.Processes;
import benchmarks.load.Reply;
import benchmarks.load.TemporaryFolder;
import benchmarks.report.BenchmarkException;
import haboob.cache.PageRequest;
import haboob.cache.StaticConfig;
import haboob.cache.StaticPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpServer;

/**
 * The part of the mail path that runs on processors: read, http-parse, route, page cache, http-send
 * and write, for a page of 8 KB over the loopback interface. Clients in this process saturate it.
 */
final class FusedPath implements AutoCloseable {
  private static final int PAGE_BYTES = 8 << 10;
  private static final String PAGE = "page.html";
  private static final String PROCESSOR = "processor";
  private static final String REQUEST = "GET /" + PAGE + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final int CLIENTS = 4;
  private static final int CONNECTIONS = 64;
  private static final String WAITS = "voluntary_ctxt_switches:";
  private static final String PREEMPTIONS = "nonvoluntary_ctxt_switches:";
  private static final Duration LONG_AGO = Duration.ofHours(1);
  private static final long TURN_NANOS = 1_000_000_000;
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final TemporaryFolder folder = new TemporaryFolder("arashi-bench-");
  private final StageGraph graph = new StageGraph(Clock.system());
  private final HttpServer server;
  private final InetSocketAddress address;

  /** Requests, with voluntary and involuntary context switches of the processors' threads. */
  record Load(long requests, double seconds, long waits, long preemptions, long cpuNanos) {
    double each(long of) {
      return (double) of / requests;
    }
  }

  FusedPath() throws IOException {
    Path page = Files.write(folder.path().resolve(PAGE), new byte[PAGE_BYTES]);
    // a recently changed file has another ETag, and with it another length of the head
    Files.setLastModifiedTime(page, FileTime.from(Instant.now().minus(LONG_AGO)));
    Processors processors =
        graph.processors(ProcessorsConfig.named(PROCESSOR), SelectorSource::open);
    Stage<HttpExchange> route = graph.stage(StageConfig.named("route"), processors);
    server = new HttpServer(graph, processors, HttpConfig.defaults(), route);
    StaticPages pages =
        new StaticPages(
            graph, processors, graph.workerPool("files", 1), StaticConfig.of(folder.path()));
    route.handledBy(EventHandler.each(exchange -> route(exchange, pages)));
    graph.start();
    address = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static void route(HttpExchange exchange, StaticPages pages) {
    String path = String.join("/", exchange.request().pathSegments());
    if (!pages.enqueue(new PageRequest(exchange, path)).accepted()) {
      exchange.respond(HttpResponse.of(503).text("busy"));
    }
  }

  /** Saturates it for that time; all connections are made before. */
  Load measure(Duration time) throws IOException {
    List<Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client(address));
      }
      long requests = server.statistics().requests();
      long waits = switches(WAITS);
      long preemptions = switches(PREEMPTIONS);
      long cpu = cpuNanos();
      long start = System.nanoTime();
      long end = start + time.toNanos();
      Processes.together(
          clients.stream().<Callable<Long>>map(client -> () -> client.saturate(end)).toList());
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Load(
          server.statistics().requests() - requests,
          seconds,
          switches(WAITS) - waits,
          switches(PREEMPTIONS) - preemptions,
          cpuNanos() - cpu);
    } finally {
      clients.forEach(Client::close);
    }
  }

  /** Connections, each of which asks again as soon as it is answered. One thread serves them. */
  private static final class Client implements AutoCloseable {
    private final ClientLoop loop = ClientLoop.ofCaller();
    private final List<HttpConnection> connections = new ArrayList<>();
    private boolean again;
    private long answers;

    /** Asks once on each connection. */
    Client(InetSocketAddress address) throws IOException {
      for (int i = 0; i < CONNECTIONS; i++) {
        connections.add(new HttpConnection(loop, address, false));
      }
      connections.forEach(this::ask);
      while (answers < CONNECTIONS) {
        loop.turn(TURN_NANOS);
      }
    }

    private void ask(HttpConnection connection) {
      connection.exchange(
          REQUEST,
          new HttpConnection.Listener() {
            @Override
            public void replied(Reply reply) {
              BenchmarkException.require(reply.status() == 200, "no page");
              answers++;
              if (again) {
                ask(connection);
              }
            }

            @Override
            public void failed(IOException cause) {
              throw new BenchmarkException("a client failed: " + cause.getMessage(), cause);
            }
          });
    }

    /** Asks until then, at least once; returns the number of answers. */
    long saturate(long end) throws IOException {
      again = true;
      answers = 0;
      connections.forEach(this::ask);
      for (long left = 1; left > 0 || answers == 0; left = end - System.nanoTime()) {
        loop.turn(Math.max(1, left));
      }
      return answers;
    }

    @Override
    public void close() {
      connections.forEach(HttpConnection::close);
      loop.close();
    }
  }

  private long cpuNanos() {
    return graph.domain(PROCESSOR).orElseThrow().snapshot().cpuNanos();
  }

  /** Sum of a counter that Linux keeps for each thread, over the processors' threads. */
  private static long switches(String counter) throws IOException {
    long sum = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        String status = status(thread);
        if (status.startsWith("Name:\t" + PROCESSOR)) {
          int from = status.indexOf("\n" + counter) + 1 + counter.length();
          sum += Long.parseLong(status.substring(from, status.indexOf('\n', from)).strip());
        }
      }
    }
    return sum;
  }

  /** Empty for a thread that has ended; a read fails if it ends after the file was opened. */
  private static String status(Path thread) {
    try {
      return Files.readString(thread.resolve("status"));
    } catch (IOException ended) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    graph.stop(GRACE);
    folder.close();
  }
}
