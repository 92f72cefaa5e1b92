package seda.netio.http;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import seda.netio.Connection;
import seda.netio.ConnectionListener;

/**
 * HTTP over one connection. Reading and answering are separate: requests are read ahead of earlier
 * answers, up to a limit, and answers wait here for their turn.
 *
 * <pre>
 *    IDLE ── first byte ──► HEAD ── header complete ──► BODY ── body complete ──► IDLE
 *     │                      │                           │
 *     │ time-out: close      │ malformed, too large, too slow: the error is queued as an answer
 *     ▼                      ▼                           ▼
 *    LAST: reading has ended; the connection closes when all answers owed are sent
 * </pre>
 *
 * <p>A visit reads one request. If more have arrived, the connection goes to the end of the parse
 * stage's queue. So connections take turns, and the application has seen a request, and may have
 * {@linkplain HttpExchange#hold held} the connection, before the next one is read.
 *
 * <p>A request with {@code Connection: close}, or the last one that the connection may carry, leads
 * from BODY to LAST.
 */
final class HttpConnection implements ConnectionListener {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /**
   * A client that ends its output with its request may still read; one that ends it this long after
   * has gone. Longer than a lost packet takes.
   */
  private static final long HALF_CLOSE_NANOS = 1_000_000_000;

  enum Phase {
    IDLE,
    HEAD,
    BODY,
    LAST
  }

  private final HttpServer server;
  private final Connection connection;
  private final ProcessorState local;
  private final Answers answers;
  private final RequestTimeout timeout;

  private Phase phase = Phase.IDLE;
  private RequestParser parser;
  private long arrivedNanos;
  private HttpResponse refusal;
  private RequestsOfClients.Share share; // of the request being received, until it is answered
  private PendingGrant asked; // null unless a decision on the body is pending
  private BodyGate.Grant grant; // null, or ended with the request
  private boolean continueDue;
  private boolean stalled;
  private int requests;

  HttpConnection(HttpServer server, Connection connection, ProcessorState local) {
    this.server = server;
    this.connection = connection;
    this.local = local;
    this.answers =
        new Answers(
            connection, local, server.strictTransport(), server.largeAnswers(), this::bodySent);
    this.timeout = new RequestTimeout(connection, server.config().timeouts());
    timeout.idle();
    connection.use().idle();
    connection.awaitInput();
  }

  InetSocketAddress remote() {
    return connection.remote();
  }

  int processor() {
    return connection.processor();
  }

  // ---- the parse stage

  /** Processes the available input, if any. */
  void arrived() {
    if (connection.isClosed()) {
      return;
    }
    if (server.isClosing()) {
      connection.close();
      return;
    }
    takeDecision();
    ByteBuffer in = connection.input();
    if (in != null) {
      int before = requests;
      while (in.hasRemaining() && requests == before && mayTakeMore()) {
        step(in);
      }
    }
    if (phase != Phase.LAST && asked == null && connection.inputEnded()) {
      inputEnded();
    } else if (server.isDraining() && isUnused()) {
      connection.close();
    } else {
      readOn();
      setTimeout();
    }
  }

  private boolean mayTakeMore() {
    return phase != Phase.LAST
        && asked == null
        && answers.due() < server.config().limits().maxPipelined()
        && !answers.isHeld()
        && !connection.isClogged();
  }

  private boolean isUnused() {
    return phase == Phase.IDLE && answers.isEmpty() && !connection.isWriting();
  }

  private void step(ByteBuffer in) {
    try {
      HttpRequest known = parser == null ? local.known().find(in) : null;
      if (known == null) {
        parse(in);
      } else {
        in.position(in.limit());
        arrivedNanos = connection.inputNanos();
        headComplete(known, false, false);
        requestComplete(known, false);
      }
    } catch (RefusedRequestException e) {
      refuse(e);
    }
  }

  private void parse(ByteBuffer in) throws RefusedRequestException {
    boolean fresh = parser == null;
    if (fresh) {
      parser = local.takeParser();
    }
    int start = in.position();
    RequestParser.Progress progress = parser.parse(in);
    if (phase == Phase.IDLE && parser.hasStarted()) {
      phase = Phase.HEAD;
      arrivedNanos = connection.inputNanos();
    }
    if (progress == RequestParser.Progress.HEAD) {
      headComplete(parser.head(), parser.hasBody(), in.hasRemaining());
      if (phase == Phase.BODY && asked == null) {
        progress = parser.parse(in);
      }
    }
    if (progress == RequestParser.Progress.REQUEST) {
      HttpRequest request = parser.request();
      if (fresh && !parser.hasBody() && !in.hasRemaining()) {
        local.known().parsed(in.duplicate().position(start), request);
      }
      boolean isEarly = parser.hasEndedEarly();
      if (!isEarly) { // otherwise it stopped inside the body
        local.giveParser(parser);
      }
      parser = null;
      requestComplete(request, isEarly);
    }
  }

  private void headComplete(HttpRequest head, boolean hasBody, boolean bodyFollows)
      throws RefusedRequestException {
    phase = Phase.BODY;
    String expectation = head.isHttp11() ? head.header("Expect") : null;
    boolean expectsContinue = "100-continue".equalsIgnoreCase(expectation);
    if (expectation != null && !expectsContinue) {
      throw new RefusedRequestException(417, "the only supported expectation is 100-continue");
    }
    refusal = refusalOf(head);
    if (!hasBody) {
      return;
    }
    if (refusal != null) {
      answerAndClose(ServerExchange.of(this, head, arrivedNanos, true), refusal);
      return;
    }
    ask(head);
    if (expectsContinue && !bodyFollows) {
      continueDue = true;
      writeContinue();
    }
  }

  private void ask(HttpRequest head) {
    PendingGrant question = new PendingGrant(() -> server.lookAtSurely(connection));
    BodyGate.Head known = new BodyGate.Head(head, remote(), arrivedNanos, connection.processor());
    if (server.bodyGate().ask(known, question)) {
      asked = question;
      takeDecision();
    }
  }

  private void takeDecision() {
    grant = asked == null ? grant : asked.poll();
    if (asked == null || grant == null) {
      return;
    }
    asked = null;
    if (grant.isWhole()) {
      parser.spoolTo(server.bodySpool());
    } else {
      parser.onlyBeginning(grant.isRestRead());
    }
    writeContinue();
  }

  private HttpResponse refusalOf(HttpRequest head) {
    Object client =
        connection.use().isExempt()
            ? server.clients().clientOf(head, remote().getAddress())
            : null; // its connections are limited instead
    if (client != null) {
      share = server.clients().take(client);
      if (share == null) {
        server.countRefused();
        return ErrorResponse.tooMany();
      }
    }
    return server.earlyRefusalOf(head, remote());
  }

  /**
   * Sends {@code 100 Continue}, once all earlier requests are answered: the client could not assign
   * it otherwise.
   */
  private void writeContinue() {
    if (continueDue && asked == null && answers.isEmpty()) {
      continueDue = false;
      connection.write(ByteBuffer.wrap(CONTINUE));
    }
  }

  private void requestComplete(HttpRequest request, boolean isEarly) {
    continueDue = false;
    timeout.requestComplete();
    requests++;
    boolean last =
        isEarly
            || !isPersistent(request)
            || requests >= server.config().limits().maxRequestsPerConnection()
            || server.isDraining();
    phase = last ? Phase.LAST : Phase.IDLE;
    ServerExchange exchange = ServerExchange.of(this, request, arrivedNanos, last);
    exchange.holds(takeShares());
    answers.add(exchange);
    if (refusal == null) {
      server.dispatch(exchange);
    } else {
      exchange.respond(refusal);
      refusal = null;
    }
  }

  /** Returns the action that releases the request's shares when it ends; null if it has none. */
  private Runnable takeShares() {
    RequestsOfClients.Share taken = share;
    BodyGate.Grant granted = grant;
    share = null;
    grant = null;
    if (taken == null && granted == null) {
      return null;
    }
    return () -> {
      if (taken != null) {
        taken.give();
      }
      if (granted != null) {
        granted.end().run();
      }
    };
  }

  private void dropQuestion() {
    if (asked != null) {
      asked.close();
      asked = null;
    }
  }

  private static boolean isPersistent(HttpRequest request) {
    return request.isHttp11()
        ? !request.headers().hasToken("Connection", "close")
        : request.headers().hasToken("Connection", "keep-alive");
  }

  private void inputEnded() {
    if (phase != Phase.IDLE) {
      refuse(RefusedRequestException.malformed("the request ended before it was complete"));
      return;
    }
    phase = Phase.LAST;
    connection.clearTimeout();
    answers.inputEnded(server.clock().nanos() - HALF_CLOSE_NANOS);
    closeIfDone();
  }

  private void readOn() {
    ByteBuffer in = connection.input();
    boolean usedUp = in == null || !in.hasRemaining();
    stalled = phase != Phase.LAST && !mayTakeMore();
    if (phase == Phase.LAST || (stalled && usedUp)) {
      connection.releaseInput();
    } else if (!stalled && usedUp) {
      connection.awaitInput();
    } else if (!stalled) {
      connection.redeliver();
    }
  }

  /** Sets the client's time-out and the connection's use. */
  private void setTimeout() {
    if (!answers.isEmpty()) {
      connection.use().busy();
    }
    if (asked != null) {
      if (answers.isEmpty()) {
        connection.use().receiving(true); // not idle: the client waits for the server
      }
      timeout.decision();
      return;
    }
    if (stalled || continueDue || phase == Phase.LAST) {
      timeout.stop();
      return;
    }
    switch (phase) {
      case HEAD -> {
        timeout.header();
        if (answers.isEmpty()) {
          connection.use().idle(); // even if bytes trickle in
        }
      }
      case BODY -> {
        boolean progress = timeout.body(parser.bodyBytes());
        if (answers.isEmpty()) {
          connection.use().receiving(progress);
        }
      }
      default -> {
        if (answers.isEmpty()) {
          timeout.idle();
          connection.use().idle();
        } else {
          timeout.stop();
        }
      }
    }
  }

  // ---- errors

  private void refuse(RefusedRequestException reason) {
    server.countRefused();
    boolean headOnly = parser != null && "HEAD".equals(parser.method());
    HttpResponse answer = ErrorResponse.of(reason.status(), reason.getMessage());
    answerAndClose(ServerExchange.refused(this, arrivedNanos, headOnly), answer);
  }

  /** Answers and stops reading. The parser stopped inside a request and cannot be reused. */
  private void answerAndClose(ServerExchange exchange, HttpResponse answer) {
    phase = Phase.LAST;
    dropParser();
    dropQuestion();
    refusal = null;
    continueDue = false;
    connection.clearTimeout();
    exchange.holds(takeShares());
    answers.add(exchange);
    exchange.respond(answer);
  }

  // ---- the send stage

  /** Releases the memory of an exchange's body. Any thread. */
  void giveBack(int bodyBytes) {
    server.bodies().giveBack(bodyBytes);
  }

  /** Returns the answer if its memory is available, else a 503. Any thread. */
  HttpResponse afford(HttpResponse answer) {
    int held = answer.heldBytes();
    return held == 0 || server.largeAnswers().tryTake(held) ? answer : ErrorResponse.busy(1);
  }

  /** Drops an afforded answer that will not be sent. Any thread. */
  void drop(HttpResponse answer) {
    answer.release();
    server.largeAnswers().giveBack(answer.heldBytes());
  }

  /** An exchange has its answer; false if it cannot be sent. Any thread. */
  boolean answered(ServerExchange exchange) {
    return server.send(exchange, local);
  }

  /** Writes the answers whose turn it is. */
  void send() {
    if (connection.isClosed()) {
      return;
    }
    boolean closing = false;
    HttpResponse response = answers.poll();
    while (response != null) {
      ServerExchange exchange = answers.remove();
      if (exchange.isKnown()) {
        connection.use().known();
      }
      closing = closesAfter(exchange, response);
      answers.write(exchange, response, closing);
      response = closing ? null : answers.poll();
    }
    if (closing) {
      phase = Phase.LAST;
      answers.giveUp();
    }
    sent();
  }

  private boolean closesAfter(ServerExchange exchange, HttpResponse response) {
    return exchange.isLast()
        || response.isClosing()
        || (server.isDraining() && isUnused())
        || (response.isUnbounded() && !exchange.isHttp11()); // HTTP/1.0 marks its end by closing
  }

  /** A streamed body has been sent. */
  private void bodySent() {
    if (server.isDraining() && isUnused()) {
      phase = Phase.LAST;
    }
    send();
  }

  private void sent() {
    if (phase == Phase.LAST) {
      closeIfDone();
      return;
    }
    writeContinue();
    setTimeout();
    resume();
  }

  private void closeIfDone() {
    if (answers.isEmpty()) {
      connection.closeGracefully();
    }
  }

  /** Continues reading if it had stopped and may continue. */
  private void resume() {
    if (stalled && mayTakeMore()) {
      stalled = false;
      connection.redeliver();
    }
  }

  /** Closes at once, after a failure. */
  void abort() {
    connection.close();
  }

  // ---- the connection's callbacks

  @Override
  public void writable() {
    resume();
  }

  @Override
  public void timedOut() {
    switch (phase) {
      case IDLE -> {
        if (connection.isWriting()) {
          timeout.idle();
        } else if (answers.isEmpty()) {
          connection.close();
        }
      }
      case HEAD, BODY -> {
        if (asked != null) {
          refuse(
              new RefusedRequestException(
                  503, "the server could not decide on the request in time"));
        } else {
          refuse(new RefusedRequestException(408, "the request arrived too slowly"));
        }
      }
      case LAST -> {}
    }
  }

  @Override
  public void closed() {
    phase = Phase.LAST;
    dropParser();
    dropQuestion();
    Runnable shares = takeShares();
    if (shares != null) {
      shares.run();
    }
    answers.close();
    if (server.isDraining()) {
      local.handOverLog();
    }
  }

  private void dropParser() {
    if (parser != null) {
      parser.discardBody();
      parser = null;
    }
  }
}
