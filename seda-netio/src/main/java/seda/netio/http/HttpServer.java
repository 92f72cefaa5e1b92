package seda.netio.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import seda.kernel.Budget;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.Timers;
import seda.kernel.graph.StageGraph;
import seda.netio.Connection;
import seda.netio.TcpListener;
import seda.netio.TcpServer;
import seda.netio.TcpStatistics;
import seda.netio.TlsConfig;

/**
 * An HTTP/1.1 server (RFC 9110, RFC 9112) as stages on processors:
 *
 * <pre>
 *   listen ─► read ─► http-parse ─► application
 *                                        │ respond
 *                     write ◄─ http-send ◄
 * </pre>
 *
 * <p>Make it before the application's stages are declared: its way in comes before them then, its
 * way out behind them. To stop without cutting anyone off: {@link #drain}, {@link #awaitDrained},
 * then stop the graph.
 */
public final class HttpServer implements AutoCloseable {
  /** Of {@code OPTIONS *}, which asks for nothing but a sign of life (RFC 9110 §9.3.7). */
  private static final HttpResponse ALIVE = HttpResponse.of(200);

  /** After which a connection is looked at whose processor had no room for that. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private final HttpConfig config;
  private final Clock clock;
  private final Timers timers;
  private final Sink<HttpExchange> application;
  private final AccessLog log;
  private final TcpServer tcp;

  /** Memory for the bodies of all requests that come in or are unanswered. */
  private final Budget bodies;

  /** Memory for all large answers that are not sent yet. */
  private final Budget largeAnswers;

  private final RequestsOfClients clients;
  private final List<ProcessorState> locals;
  private final List<Sink<Connection>> parseOn;
  private final List<Sink<ServerExchange>> sendOn;
  private final LongAdder requests = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private BiFunction<HttpRequest, InetSocketAddress, HttpResponse> earlyRefusal =
      (head, remote) -> null;
  private BodyLimit bodyLimit = (head, usual) -> usual;
  private BodyGate bodyGate = BodyGate.OPEN;
  private BodySpool bodySpool; // null: bodies stay in memory
  private volatile boolean draining;
  private volatile boolean closing;

  /**
   * Declares the server's stages on the graph.
   *
   * @param processors of this graph, made with {@code SelectorSource::open}
   * @param application takes each request, on the connection's processor; what it turns away is
   *     answered 503
   * @throws IllegalArgumentException if the key store for TLS can't be used, saying why
   */
  public HttpServer(
      StageGraph graph, Processors processors, HttpConfig config, Sink<HttpExchange> application) {
    this.config = config;
    this.clock = graph.clock();
    this.timers = graph.timers();
    this.application = application;
    // declared first of what is outbound, so it ends last
    this.log = config.accessLog() == null ? null : new AccessLog(graph, config.accessLog());
    this.tcp = new TcpServer(graph, processors, "", config.tcp(), tls(config));
    this.bodies = new Budget(config.limits().maxBodiesBytes());
    this.largeAnswers = new Budget(config.limits().maxBodiesBytes());
    this.clients = new RequestsOfClients(config.tcp().connectionLimits().perAddress());
    this.locals =
        IntStream.range(0, processors.count())
            .mapToObj(i -> new ProcessorState(config, () -> bodyLimit, bodies, clock, log))
            .toList();
    Stage<Connection> parse = graph.stage(stage("http-parse", 2), processors);
    // as many answers as there can be requests, so that only the processor's inbox can be full
    Stage<ServerExchange> send =
        graph.outboundStage(stage("http-send", 2L + config.limits().maxPipelined()), processors);
    parse.handledBy(EventHandler.each(this::parse)).listener(TcpServer.closingOnFailure()).pinned();
    send.handledBy(EventHandler.each(exchange -> exchange.connection().send()))
        .listener(new GivingUp())
        .pinned();
    // by name, so that the stages can be replaced while they run
    this.parseOn =
        IntStream.range(0, processors.count())
            .mapToObj(i -> graph.<Connection>sink(parse.name(), i))
            .toList();
    this.sendOn =
        IntStream.range(0, processors.count())
            .mapToObj(i -> graph.<ServerExchange>sink(send.name(), i))
            .toList();
    tcp.serve(this::open, graph.sink(parse.name()));
  }

  private static TlsConfig tls(HttpConfig config) {
    return config.tls() == null ? null : config.tls().withProtocols("http/1.1");
  }

  private StageConfig stage(String name, long eventsPerConnection) {
    long capacity = eventsPerConnection * config.tcp().connectionLimit() + 64;
    return StageConfig.named(name).withQueueCapacity((int) Math.min(Integer.MAX_VALUE, capacity));
  }

  private HttpConnection open(Connection connection) {
    return new HttpConnection(this, connection, locals.get(connection.processor()));
  }

  private void parse(Connection connection) {
    if (connection.listener() instanceof HttpConnection http) {
      http.arrived();
    } else if (draining) {
      connection.close(); // it has not even been opened
    }
  }

  /** An answer that the send stage failed on or left over takes its connection along. */
  private static final class GivingUp implements EventListener<ServerExchange> {
    @Override
    public void failed(ServerExchange exchange, Throwable cause) {
      exchange.giveUp();
      exchange.connection().abort();
    }

    @Override
    public void shed(ServerExchange exchange) {
      exchange.giveUp();
    }
  }

  /**
   * Sets what may refuse a request before its body is read: called with the head (the body is
   * empty) and the client's address on the processor, it returns the refusal, or null to go on.
   * After the refusal of a request that has a body the connection is closed. Before the graph
   * starts.
   */
  public HttpServer earlyRefusal(BiFunction<HttpRequest, InetSocketAddress, HttpResponse> refusal) {
    this.earlyRefusal = refusal;
    return this;
  }

  /** Says how large a body may be. Called on the processors; must not block. */
  @FunctionalInterface
  public interface BodyLimit {
    /**
     * Most bytes of the body of a request, at most {@code http.max-bodies-bytes}.
     *
     * @param head the request, its body empty
     * @param usual {@code http.max-body-bytes}
     */
    int of(HttpRequest head, int usual);

    /**
     * What is done with a body that is larger. By default it is refused (413) as soon as that is
     * known, and a client that goes on sending may never read why.
     */
    default BodyCut cut(HttpRequest head) {
      return BodyCut.NONE;
    }
  }

  /**
   * A body that is too large may be read all the same, and its beginning kept, so that the answer
   * can give back what stands there.
   *
   * @param keptBytes of a body that says that it is too large, at most its limit; of another, all
   *     bytes up to the limit are kept
   * @param readBytes most bytes that are read and, but for those, thrown away; a larger body is
   *     refused
   */
  public record BodyCut(int keptBytes, long readBytes) {
    /** Nothing is read beyond the limit. */
    public static final BodyCut NONE = new BodyCut(0, 0);
  }

  /** Sets which requests may have a larger body than usual. Before the graph starts. */
  public HttpServer bodyLimit(BodyLimit limit) {
    this.bodyLimit = limit;
    return this;
  }

  /**
   * Sets who is asked before a body is read, and where large bodies go that it lets in. Before the
   * graph starts.
   */
  public HttpServer bodyGate(BodyGate gate, BodySpool spool) {
    this.bodyGate = gate;
    this.bodySpool = spool;
    return this;
  }

  /**
   * Says which peers are proxies, and whose requests they pass on. The connections of a proxy are
   * not limited by its address; instead the requests that are unanswered, or coming in, are limited
   * by the client's, to as many as it might have connections. What comes on top is answered 429.
   * Before the graph starts.
   *
   * @param proxies true for the address of a proxy; called for each connection
   * @param clientOf from the head of a request and the proxy's address, the client's; called on the
   *     processor. If that is the proxy's own, the request is not limited.
   */
  public HttpServer behindProxies(
      Predicate<InetAddress> proxies, BiFunction<HttpRequest, InetAddress, InetAddress> clientOf) {
    tcp.exempt(proxies);
    clients.resolvedBy(clientOf);
    return this;
  }

  /**
   * Listens on an address; after the graph has started.
   *
   * @return the address with the port that port 0 stood for
   * @throws java.net.BindException naming the address and the reason
   */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    return listen(address).address();
  }

  /** The same until the listener is closed, which other listeners outlive. */
  public TcpListener listen(InetSocketAddress address) throws IOException {
    return tcp.bind(address);
  }

  /**
   * Stops accepting; closes idle connections; requests that run, or are coming in, are answered
   * with {@code Connection: close}. Doesn't wait.
   */
  public void drain() {
    draining = true;
    tcp.close();
    lookAtAll();
  }

  /**
   * Waits, in real time, until after a {@link #drain} every connection has ended.
   *
   * @return false if some were left after {@code grace}
   */
  public boolean awaitDrained(Duration grace) {
    return tcp.awaitClosed(grace, this::lookAtAll);
  }

  /** Stops accepting and closes every connection, whatever it is about. Doesn't wait. */
  @Override
  public void close() {
    closing = true;
    drain();
  }

  private void lookAtAll() {
    for (Connection connection : tcp.connections()) {
      lookAt(connection);
    }
  }

  /** Figures now. */
  public HttpStatistics statistics() {
    long running = locals.stream().mapToLong(ProcessorState::running).sum();
    int heads = locals.stream().mapToInt(local -> local.heads().taken()).sum();
    TcpStatistics sockets = tcp.statistics();
    return new HttpStatistics(
        sockets.open(),
        sockets.opened(),
        sockets.closed(),
        requests.sum(),
        running,
        refused.sum(),
        sockets.evicted(),
        sockets.refused(),
        sockets.buffersInUse() + heads,
        log == null ? 0 : log.lost());
  }

  // ---- for connections

  HttpConfig config() {
    return config;
  }

  Clock clock() {
    return clock;
  }

  /** True once it was told to stop. Any thread. */
  public boolean isDraining() {
    return draining;
  }

  Budget bodies() {
    return bodies;
  }

  Budget largeAnswers() {
    return largeAnswers;
  }

  RequestsOfClients clients() {
    return clients;
  }

  boolean isClosing() {
    return closing;
  }

  HttpResponse earlyRefusalOf(HttpRequest head, InetSocketAddress remote) {
    return earlyRefusal.apply(head, remote);
  }

  BodyGate bodyGate() {
    return bodyGate;
  }

  BodySpool bodySpool() {
    return bodySpool;
  }

  /** Lets a connection's processor look at it. Any thread. */
  void lookAt(Connection connection) {
    parseOn.get(connection.processor()).enqueue(connection);
  }

  /** The same, later if the processor's inbox is full: nothing else would wake the connection. */
  void lookAtSurely(Connection connection) {
    EnqueueResult result = parseOn.get(connection.processor()).enqueue(connection);
    boolean full = !result.accepted() && result.outcome() != EnqueueResult.Outcome.CLOSED;
    if (full && !connection.isClosed()) {
      timers.after(LOOK_AGAIN, () -> lookAtSurely(connection));
    }
  }

  void countRefused() {
    refused.increment();
  }

  /** Passes a request to the application; if that takes no more, says so to the client. */
  void dispatch(ServerExchange exchange) {
    if (exchange.request().isForWholeServer()) {
      exchange.respond(ALIVE);
      return;
    }
    requests.increment();
    EnqueueResult result = application.enqueue(exchange);
    if (!result.accepted()) {
      exchange.respond(ErrorResponse.busy(result.retryAfter().toSeconds()));
    }
  }

  /**
   * Brings an answer to its connection's processor. If the inbox there is full, the answer waits
   * until the processor looks for such, at most 0.1 s later; so it is sent whatever happens, unless
   * the processors have ended, and then the connection has ended with them.
   */
  boolean send(ServerExchange exchange, ProcessorState local) {
    EnqueueResult result = sendOn.get(exchange.processor()).enqueue(exchange);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      exchange.giveUp();
      return false;
    }
    if (!result.accepted()) {
      local.answerLater(exchange);
    }
    return true;
  }
}
