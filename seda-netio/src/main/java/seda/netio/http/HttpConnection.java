package seda.netio.http;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import seda.netio.Connection;
import seda.netio.ConnectionListener;

/**
 * HTTP over one connection. Reading and answering are apart: requests are read ahead while earlier
 * ones are unanswered, up to a limit, and answers wait here for their turn.
 *
 * <pre>
 *    IDLE ── first byte ──► HEAD ── header complete ──► BODY ── body complete ──► IDLE
 *     │                      │                           │
 *     │ time-out: close      │ malformed, too large, too slow: the error is queued as an answer
 *     ▼                      ▼                           ▼
 *    LAST: no more is read; when the answers that are due have been sent, the connection closes
 * </pre>
 *
 * <p>A request that says {@code Connection: close}, or is the last that the connection may carry,
 * leads from BODY to LAST.
 */
final class HttpConnection implements ConnectionListener {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

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
  private boolean continueDue;
  private boolean stalled;
  private int requests;

  HttpConnection(HttpServer server, Connection connection, ProcessorState local) {
    this.server = server;
    this.connection = connection;
    this.local = local;
    this.answers = new Answers(connection, local, server.largeAnswers());
    this.timeout = new RequestTimeout(connection, server.config().timeouts());
    timeout.idle();
    connection.awaitInput();
  }

  InetSocketAddress remote() {
    return connection.remote();
  }

  int processor() {
    return connection.processor();
  }

  // ---- the parse stage

  /** Looks at what has come, if anything. */
  void arrived() {
    if (connection.isClosed()) {
      return;
    }
    if (server.isClosing()) {
      connection.close();
      return;
    }
    ByteBuffer in = connection.input();
    if (in != null) {
      while (in.hasRemaining() && mayTakeMore()) {
        step(in);
      }
    }
    if (phase != Phase.LAST && connection.inputEnded()) {
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
        && answers.due() < server.config().limits().maxPipelined()
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
        requestComplete(known);
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
      if (phase == Phase.BODY) {
        progress = parser.parse(in);
      }
    }
    if (progress == RequestParser.Progress.REQUEST) {
      HttpRequest request = parser.request();
      if (fresh && !parser.hasBody() && !in.hasRemaining()) {
        local.known().parsed(in.duplicate().position(start), request);
      }
      local.giveParser(parser);
      parser = null;
      requestComplete(request);
    }
  }

  private void headComplete(HttpRequest head, boolean hasBody, boolean bodyFollows)
      throws RefusedRequestException {
    phase = Phase.BODY;
    String expectation = head.isHttp11() ? head.header("Expect") : null;
    boolean expectsContinue = "100-continue".equalsIgnoreCase(expectation);
    if (expectation != null && !expectsContinue) {
      throw new RefusedRequestException(417, "the only expectation known here is 100-continue");
    }
    refusal = server.earlyRefusalOf(head, remote());
    if (!hasBody) {
      return;
    }
    if (refusal != null) {
      answerAndClose(ServerExchange.of(this, head, arrivedNanos, true), refusal);
    } else if (expectsContinue && !bodyFollows) {
      continueDue = true;
      writeContinue();
    }
  }

  /** Only once all earlier requests are answered, for the client could not tell whose it is. */
  private void writeContinue() {
    if (continueDue && answers.isEmpty()) {
      continueDue = false;
      connection.write(ByteBuffer.wrap(CONTINUE));
    }
  }

  private void requestComplete(HttpRequest request) {
    continueDue = false;
    timeout.requestComplete();
    requests++;
    boolean last =
        !isPersistent(request)
            || requests >= server.config().limits().maxRequestsPerConnection()
            || server.isDraining();
    phase = last ? Phase.LAST : Phase.IDLE;
    ServerExchange exchange = ServerExchange.of(this, request, arrivedNanos, last);
    answers.add(exchange);
    if (refusal == null) {
      server.dispatch(exchange);
    } else {
      exchange.respond(refusal);
      refusal = null;
    }
  }

  private static boolean isPersistent(HttpRequest request) {
    return request.isHttp11()
        ? !request.headers().hasToken("Connection", "close")
        : request.headers().hasToken("Connection", "keep-alive");
  }

  private void inputEnded() {
    if (phase != Phase.IDLE) {
      refuse(RefusedRequestException.malformed("the request ends early"));
      return;
    }
    phase = Phase.LAST;
    connection.clearTimeout();
    closeIfDone();
  }

  private void readOn() {
    ByteBuffer in = connection.input();
    boolean usedUp = in == null || !in.hasRemaining();
    stalled = phase != Phase.LAST && !mayTakeMore();
    if (phase == Phase.LAST || (stalled && usedUp)) {
      connection.releaseInput();
    } else if (!stalled) {
      connection.awaitInput();
    }
  }

  private void setTimeout() {
    if (stalled || continueDue || phase == Phase.LAST) {
      timeout.stop();
      return;
    }
    switch (phase) {
      case HEAD -> timeout.header();
      case BODY -> timeout.body(parser.bodyBytes());
      default -> {
        if (answers.isEmpty()) {
          timeout.idle();
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
    HttpResponse answer = ErrorPage.of(reason.status(), reason.getMessage());
    answerAndClose(ServerExchange.refused(this, arrivedNanos, headOnly), answer);
  }

  /** Reads no more; the parser is in the middle of something and can't be used again. */
  private void answerAndClose(ServerExchange exchange, HttpResponse answer) {
    phase = Phase.LAST;
    dropParser();
    refusal = null;
    continueDue = false;
    connection.clearTimeout();
    answers.add(exchange);
    exchange.respond(answer);
  }

  // ---- the send stage

  /** What an exchange's body took is free. Any thread. */
  void giveBack(int bodyBytes) {
    server.bodies().giveBack(bodyBytes);
  }

  /** The answer, if there is memory for it to wait in; else one that says so. Any thread. */
  HttpResponse afford(HttpResponse answer) {
    int held = answer.heldBytes();
    return held == 0 || server.largeAnswers().take(held) ? answer : ErrorPage.busy(1);
  }

  /** An answer that was afforded will not be sent. Any thread. */
  void drop(HttpResponse answer) {
    answer.release();
    server.largeAnswers().giveBack(answer.heldBytes());
  }

  /** An exchange has been answered. Any thread; false if it can't be sent. */
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
      closing = exchange.isLast() || response.isClosing() || (server.isDraining() && isUnused());
      answers.write(exchange, response, closing);
      response = closing ? null : answers.poll();
    }
    if (closing) {
      phase = Phase.LAST;
      answers.giveUp();
    }
    sent();
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

  /** Goes on with reading if it had stopped and may. */
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

  // ---- what the connection says

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
      case HEAD, BODY -> refuse(new RefusedRequestException(408, "the request came too slowly"));
      case LAST -> {}
    }
  }

  @Override
  public void closed() {
    phase = Phase.LAST;
    dropParser();
    answers.giveUp();
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
