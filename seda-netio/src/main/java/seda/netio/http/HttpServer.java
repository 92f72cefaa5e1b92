package seda.netio.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
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
 * <p>Create it before declaring the application's stages: its inbound stages then precede them in
 * the event flow, its outbound stages follow. For a graceful stop, call {@link #drain} and {@link
 * #awaitDrained}, then stop the graph. Methods that configure the server are called before the
 * graph starts; all others are thread-safe.
 */
public final class HttpServer implements AutoCloseable {
  /** The answer to {@code OPTIONS *}, a mere liveness test (RFC 9110 §9.3.7). */
  private static final HttpResponse ALIVE = HttpResponse.of(200);

  /** Delay of a retry after a processor's inbox was full. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private final HttpConfig config;
  private final Clock clock;
  private final Timers timers;
  private final Sink<HttpExchange> application;
  private final AccessLog log;
  private static final String TOO_MANY_TEXT = "Too many connections from your address\n";

  /** The answer to a client whose address has its share of connections; written before it asks. */
  private static final String TOO_MANY_CONNECTIONS =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: "
          + TOO_MANY_TEXT.length()
          + "\r\nCache-Control: no-store\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
          + TOO_MANY_TEXT;

  private final TcpServer tcp;

  /** Memory for the bodies of all requests being received or unanswered. */
  private final Budget bodies;

  /** Memory for all unsent large answers. */
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
  private StrictTransport strictTransport = StrictTransport.NONE;
  private BodyGate bodyGate = BodyGate.OPEN;
  private BodySpool bodySpool; // null to keep bodies in memory
  private volatile boolean draining;
  private volatile boolean closing;

  /**
   * Declares the server's stages.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@code SelectorSource::open}
   * @param config configuration
   * @param application sink for each request, on the connection's processor; a rejected request is
   *     answered 503
   * @throws IllegalArgumentException if the key store for TLS is unusable, with the reason
   */
  public HttpServer(
      StageGraph graph, Processors processors, HttpConfig config, Sink<HttpExchange> application) {
    this.config = config;
    this.clock = graph.clock();
    this.timers = graph.timers();
    this.application = application;
    // declared first of the outbound stages, so it ends last
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
    // room for the answers of all requests, so that only the processor's inbox can be full
    Stage<ServerExchange> send =
        graph.outboundStage(stage("http-send", 2L + config.limits().maxPipelined()), processors);
    parse.handledBy(EventHandler.each(this::parse)).listener(TcpServer.closingOnFailure()).pinned();
    send.handledBy(EventHandler.each(exchange -> exchange.connection().send()))
        .listener(new GivingUp())
        .pinned();
    // by name, so that the stages can be replaced at run time
    this.parseOn =
        IntStream.range(0, processors.count())
            .mapToObj(i -> graph.<Connection>sink(parse.name(), i))
            .toList();
    this.sendOn =
        IntStream.range(0, processors.count())
            .mapToObj(i -> graph.<ServerExchange>sink(send.name(), i))
            .toList();
    tcp.serve(this::open, graph.sink(parse.name()));
    if (config.tls() == null) {
      tcp.farewell(TOO_MANY_CONNECTIONS.getBytes(StandardCharsets.US_ASCII));
    }
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
      connection.close(); // not opened yet
    }
  }

  /** Closes the connection of an answer that the send stage failed on or shed. */
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
   * Sets a function that may refuse a request before its body is read. It gets the request with an
   * empty body and the client's address, and returns the refusal or null. It is called on the
   * processors and must not block. If the refused request has a body, the connection closes. Call
   * this before the graph starts.
   */
  public HttpServer earlyRefusal(BiFunction<HttpRequest, InetSocketAddress, HttpResponse> refusal) {
    this.earlyRefusal = refusal;
    return this;
  }

  /** Limits the size of a request's body. Called on the processors; must not block. */
  @FunctionalInterface
  public interface BodyLimit {
    /**
     * Returns the limit in bytes, at most {@code http.max-bodies-bytes}.
     *
     * @param head request with an empty body
     * @param usual {@code http.max-body-bytes}
     */
    int of(HttpRequest head, int usual);

    /**
     * Returns the treatment of a larger body. By default it is refused (413) at once, and a client
     * that keeps sending may never read the reason.
     */
    default BodyCut cut(HttpRequest head) {
      return BodyCut.NONE;
    }
  }

  /**
   * Treatment of a body that is too large: it may be read, and its beginning kept, for an answer
   * that needs it.
   *
   * @param keptBytes bytes kept of a body whose announced length exceeds its limit, at most that
   *     limit; of a body of unannounced length, all bytes up to the limit are kept
   * @param readBytes bytes that are read, and discarded beyond those kept; a larger body is refused
   */
  public record BodyCut(int keptBytes, long readBytes) {
    /** Reads nothing beyond the limit. */
    public static final BodyCut NONE = new BodyCut(0, 0);
  }

  /** Sets the body limit per request. Call it before the graph starts. */
  public HttpServer bodyLimit(BodyLimit limit) {
    this.bodyLimit = limit;
    return this;
  }

  /**
   * Sets the gate that decides on bodies, and the spool for large bodies that it admits. Call it
   * before the graph starts.
   */
  public HttpServer bodyGate(BodyGate gate, BodySpool spool) {
    this.bodyGate = gate;
    this.bodySpool = spool;
    return this;
  }

  /**
   * Sets the addresses of proxies and the function that finds their clients. A proxy's connections
   * are not limited by its address. Instead, each client's requests that are being received or
   * unanswered are limited to the number of connections per address; excess is answered 429. Call
   * it before the graph starts.
   *
   * @param proxies true for the address of a proxy; called for each connection
   * @param clientOf returns the client's address from the request's head and the proxy's address;
   *     called on the processor. If it returns the proxy's address, the request is not limited.
   */
  public HttpServer behindProxies(
      Predicate<InetAddress> proxies, BiFunction<HttpRequest, InetAddress, InetAddress> clientOf) {
    tcp.exempt(proxies);
    clients.resolvedBy(clientOf);
    return this;
  }

  /**
   * Makes browsers use HTTPS only for some time, by a header of answers over HTTPS (RFC 6797).
   * Answers over TLS of this server are such. Call it before the graph starts.
   *
   * @param maxAge in whole seconds; zero for no header
   * @param byProxy true if the request came to a trusted proxy by HTTPS; gets the request's head
   *     and the peer's address, is called on the processors and must not block
   */
  public HttpServer strictTransport(
      Duration maxAge, BiPredicate<HttpRequest, InetAddress> byProxy) {
    this.strictTransport = StrictTransport.of(maxAge, config.tls() != null, byProxy);
    return this;
  }

  /**
   * Listens on an address. Call it after the graph has started.
   *
   * @return the address with its actual port
   * @throws java.net.BindException naming the address and the reason
   */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    return listen(address).address();
  }

  /**
   * Listens on an address; the listener can be closed separately. Call it after the graph has
   * started.
   *
   * @throws java.net.BindException naming the address and the reason
   */
  public TcpListener listen(InetSocketAddress address) throws IOException {
    return tcp.bind(address);
  }

  /**
   * Starts a graceful stop: stops accepting, closes idle connections, and answers requests in
   * progress with {@code Connection: close}. Does not block.
   */
  public void drain() {
    draining = true;
    tcp.close();
    lookAtAll();
  }

  /**
   * Blocks, in real time, until every connection has closed after a {@link #drain}.
   *
   * @return false if connections are left after {@code grace}
   */
  public boolean awaitDrained(Duration grace) {
    return tcp.awaitClosed(grace, this::lookAtAll);
  }

  /** Stops accepting and closes every connection, also busy ones. Does not block. */
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

  /** Returns the current figures. Any thread. */
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

  /** True once {@link #drain} or {@link #close} was called. Any thread. */
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

  StrictTransport strictTransport() {
    return strictTransport;
  }

  BodyGate bodyGate() {
    return bodyGate;
  }

  BodySpool bodySpool() {
    return bodySpool;
  }

  /** Schedules a connection in the parse stage. Any thread. */
  void lookAt(Connection connection) {
    parseOn.get(connection.processor()).enqueue(connection);
  }

  /**
   * Schedules a connection in the parse stage, with retries, because no other event would wake it.
   */
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

  /** Passes a request to the application, or answers 503 if it is rejected. */
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
   * Sends an answer to its connection's processor. If the inbox is full, the answer waits until the
   * processor checks for late answers, within 0.1 s. So it is always sent, unless the processors
   * have ended, and with them the connection.
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
