package seda.netio.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;
import seda.netio.SelectorSource;

/** A server on a free port of the loopback, whose application is a function on the processors. */
final class TestServer implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  final HttpServer http;
  final StageGraph graph;
  private final Stage<CountDownLatch> ticks;
  private final int processorCount;
  private final VirtualClock virtualClock;
  private final InetSocketAddress address;

  /** What a test may set; each has a default. */
  static final class Builder {
    private HttpConfig config = HttpConfig.defaults();
    private ProcessorsConfig processors = ProcessorsConfig.named("test").withCount(2);
    private VirtualClock clock;
    private UnaryOperator<HttpServer> before = server -> server;
    private boolean refusing;

    Builder config(UnaryOperator<HttpConfig> change) {
      config = change.apply(config);
      return this;
    }

    Builder processors(ProcessorsConfig newProcessors) {
      processors = newProcessors;
      return this;
    }

    /** Time stands still until {@link TestServer#advance}. */
    Builder virtualTime() {
      clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
      return this;
    }

    Builder before(UnaryOperator<HttpServer> change) {
      before = change;
      return this;
    }

    TestServer start(Consumer<HttpExchange> application) throws IOException {
      return new TestServer(this, application);
    }

    /** One whose application turns everything away, for three seconds. */
    TestServer refusingApplication() throws IOException {
      refusing = true;
      return new TestServer(this, exchange -> {});
    }
  }

  static Builder with() {
    return new Builder();
  }

  /** One that answers with method, path and body of each request. */
  static TestServer echoing() throws IOException {
    return with().start(TestServer::echo);
  }

  static void echo(HttpExchange exchange) {
    HttpRequest request = exchange.request();
    byte[] body = request.body();
    exchange.respond(
        HttpResponse.of(200)
            .text(request.method() + " " + request.path() + " " + Bytes.latin1(body)));
  }

  private TestServer(Builder builder, Consumer<HttpExchange> application) throws IOException {
    virtualClock = builder.clock;
    processorCount = builder.processors.count();
    graph = new StageGraph(virtualClock == null ? Clock.system() : virtualClock);
    Processors processors = graph.processors(builder.processors, SelectorSource::open);
    ApplicationSink sink = new ApplicationSink();
    http = builder.before.apply(new HttpServer(graph, processors, builder.config, sink));
    sink.stage = graph.stage(StageConfig.named("application"), processors);
    sink.stage.handledBy(EventHandler.each(application::accept));
    if (builder.refusing) {
      EnqueueResult later =
          new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofSeconds(3));
      sink.stage.admission((exchange, serviceClass, credits, queue) -> later);
    }
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    address = http.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static final class ApplicationSink implements Sink<HttpExchange> {
    private Stage<HttpExchange> stage;

    @Override
    public EnqueueResult enqueue(HttpExchange exchange) {
      return stage.enqueue(exchange);
    }
  }

  InetSocketAddress address() {
    return address;
  }

  Client connect() throws IOException {
    return new Client(address);
  }

  /** Moves the virtual time, and returns when each processor has fired what is due. */
  void advance(Duration step) {
    virtualClock.advance(step);
    settle();
  }

  /** Returns when each processor has done, after this call, all that it had to do before. */
  void settle() {
    // the first may arrive between a processor's look at the clock and its look at the inbox
    for (int i = 0; i < 3; i++) {
      for (int processor = 0; processor < processorCount; processor++) {
        CountDownLatch done = new CountDownLatch(1);
        if (!ticks.on(processor).enqueue(done).accepted()) {
          throw new AssertionError("processor " + processor + " takes no tick");
        }
        await(done);
      }
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing happened for 20 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns when the connections' count is this, and the processors know of them; fails if it
   * doesn't become so.
   */
  void awaitOpen(long count) {
    settleUntil(() -> http.statistics().open() == count);
    settle(); // a connection is counted before its processor gets it
  }

  /** Lets the processors work until this is so; fails if it doesn't become so. */
  void settleUntil(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain: " + http.statistics());
      }
      settle();
    }
  }

  @Override
  public void close() {
    http.close();
    graph.stop(GRACE);
    for (StageSnapshot stage : graph.snapshot().stages()) {
      if (stage.failed() > 0) {
        throw new AssertionError("a handler failed: " + stage);
      }
    }
  }
}
