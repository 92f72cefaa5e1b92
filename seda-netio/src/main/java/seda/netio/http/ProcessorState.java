package seda.netio.http;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.jetty.http.DateGenerator;
import seda.kernel.Budget;
import seda.kernel.Clock;
import seda.kernel.Processors;
import seda.netio.BufferPool;

/**
 * State shared by the HTTP connections of one processor. Only for its thread, except {@link
 * #answerLater} and {@link #running}.
 */
final class ProcessorState {
  private static final int HEAD_BYTES = 1 << 10;
  private static final int FREE_HEADS = 1024;
  private static final int FREE_PARSERS = 256;
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final byte[] CLOSE = ascii("Connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
  private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
  private static final byte[] NO_LINE = {};
  private static final byte[] END = ascii("\r\n");

  private final HttpLimits limits;
  private final Supplier<HttpServer.BodyLimit> bodyLimit; // set after construction
  private final Budget bodies;
  private final Clock clock;
  private final AccessLog.Gathered log;
  private final byte[] serverLine;
  private final BufferPool heads = new BufferPool(HEAD_BYTES, FREE_HEADS);
  private final KnownRequests known;
  private final ArrayDeque<RequestParser> parsers = new ArrayDeque<>();
  private final Queue<ServerExchange> late = new ConcurrentLinkedQueue<>();
  private boolean looking;
  private final AtomicInteger running = new AtomicInteger(); // written by one thread
  private byte[] dateLine; // null if outdated

  /** Creates the state; {@code log} may be null. */
  ProcessorState(
      HttpConfig config,
      Supplier<HttpServer.BodyLimit> bodyLimit,
      Budget bodies,
      Clock clock,
      AccessLog log) {
    this.bodyLimit = bodyLimit;
    this.log = log == null ? null : log.new Gathered();
    this.limits = config.limits();
    this.known = new KnownRequests(config.knownRequests());
    this.bodies = bodies;
    this.clock = clock;
    this.serverLine =
        config.serverName().isEmpty() ? NO_LINE : ascii("Server: " + config.serverName() + "\r\n");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  // ---- parsing: an idle connection needs no parser

  RequestParser takeParser() {
    RequestParser parser = parsers.pollLast();
    return parser == null ? new RequestParser(limits, bodyLimit.get(), bodies) : parser;
  }

  /** Takes back a parser that has not refused a request. */
  void giveParser(RequestParser parser) {
    parser.reset();
    if (parsers.size() < FREE_PARSERS) {
      parsers.addLast(parser);
    }
  }

  KnownRequests known() {
    return known;
  }

  // ---- heads of responses

  BufferPool heads() {
    return heads;
  }

  /**
   * Returns status line and header fields, in a buffer of {@link #heads} if they fit.
   *
   * @param line another field with its line end, or empty
   */
  ByteBuffer head(HttpResponse response, boolean closing, boolean http11, byte[] line) {
    byte[] own = response.head();
    byte[] date = dateLine();
    byte[] connection = closing ? CLOSE : http11 ? NO_LINE : KEEP_ALIVE;
    byte[] framing = http11 && response.isUnbounded() ? CHUNKED : NO_LINE;
    int length =
        own.length
            + date.length
            + serverLine.length
            + connection.length
            + framing.length
            + line.length
            + END.length;
    ByteBuffer head = length <= heads.bufferBytes() ? heads.take() : ByteBuffer.allocate(length);
    head.put(own).put(date).put(serverLine).put(connection).put(framing).put(line).put(END);
    return head.flip();
  }

  private byte[] dateLine() {
    if (dateLine == null) {
      dateLine = ascii("Date: " + DateGenerator.formatDate(clock.instant()) + "\r\n");
    }
    return dateLine;
  }

  // ---- the access log

  /** Logs an answer and the bytes of its body that were sent, if there is a log. */
  void log(ServerExchange exchange, InetSocketAddress remote, int status, long bytes) {
    if (log != null) {
      long nanos = clock.nanos() - exchange.arrivedNanos();
      log.add(
          new AccessEntry(
              clock.instant(), remote.getAddress(), exchange.request(), status, bytes, nanos));
    }
  }

  /** Hands over the log entries now. */
  void handOverLog() {
    if (log != null) {
      log.handOver();
    }
  }

  // ---- checked ten times a second: the date, and answers rejected by the inbox

  /**
   * Keeps an answer that the send stage rejected until the next check. Bounded by the number of
   * running requests. Any thread.
   */
  void answerLater(ServerExchange exchange) {
    late.add(exchange);
  }

  /** Counts a running request; checks go on while there is one. */
  void began() {
    running.lazySet(running.get() + 1);
    if (!looking) {
      lookLater();
    }
  }

  private void lookLater() {
    looking = true;
    dateLine = null;
    Processors.current().schedule(LOOK, this::look);
  }

  void ended() {
    running.lazySet(running.get() - 1);
  }

  /** Returns the number of unanswered requests. Any thread. */
  int running() {
    return running.get();
  }

  private void look() {
    for (ServerExchange exchange = late.poll(); exchange != null; exchange = late.poll()) {
      exchange.connection().send();
    }
    looking = false;
    if (running.get() > 0) {
      lookLater();
    }
  }
}
