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

/** A server on a free port of loopback; its application is a function on the processors. */
final class TestServer implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  final HttpServer http;
  final StageGraph graph;
  private final Stage<CountDownLatch> ticks;
  private final int processorCount;
  private final VirtualClock virtualClock;
  private final InetSocketAddress address;

  /** The test's settings; each has a default. */
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

    /** Stops time; {@link TestServer#advance} moves it. */
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

    /** Starts a server whose application rejects all requests, with a retry delay of 3 s. */
    TestServer refusingApplication() throws IOException {
      refusing = true;
      return new TestServer(this, exchange -> {});
    }
  }

  static Builder with() {
    return new Builder();
  }

  /** Starts a server that answers with method, path and body of each request. */
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

  /** Advances virtual time and waits until each processor has fired its due timers. */
  void advance(Duration step) {
    virtualClock.advance(step);
    settle();
  }

  /** Waits until each processor has done its pending work. */
  void settle() {
    // the first may arrive between a processor's reads of its clock and its inbox
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

  /** Waits until this many connections are open and known to the processors; fails otherwise. */
  void awaitOpen(long count) {
    settleUntil(() -> http.statistics().open() == count);
    settle(); // a connection is counted before its processor gets it
  }

  /** Waits, while the processors work, until a condition holds; fails otherwise. */
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
