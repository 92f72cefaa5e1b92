package seda.netio.http;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * An exchange of a connection. Any thread sets the response; the connection's processor takes it,
 * or drops it if the connection has closed. The atomic reference decides between them, so a file is
 * released exactly once.
 */
final class ServerExchange implements HttpExchange {
  /** Marks that no response will be taken. */
  private static final HttpResponse GONE = HttpResponse.of(500);

  private final HttpConnection connection;
  private volatile HttpRequest request;
  private final long arrivedNanos;
  private final boolean headOnly;
  private final boolean http11;
  private final boolean last;
  private boolean known; // published by the response
  private Runnable end; // null for nothing
  private volatile boolean held;
  private volatile boolean left;
  private Runnable whenAnswered; // null for nothing; published with the request
  private UnaryOperator<HttpResponse> headers = UnaryOperator.identity();
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicReference<HttpResponse> response = new AtomicReference<>();

  private ServerExchange(
      HttpConnection connection,
      HttpRequest request,
      long arrivedNanos,
      boolean headOnly,
      boolean http11,
      boolean last) {
    this.connection = connection;
    this.request = request;
    this.arrivedNanos = arrivedNanos;
    this.headOnly = headOnly;
    this.http11 = http11;
    this.last = last;
  }

  static ServerExchange of(
      HttpConnection connection, HttpRequest request, long arrivedNanos, boolean last) {
    return new ServerExchange(
        connection, request, arrivedNanos, request.isHead(), request.isHttp11(), last);
  }

  /** Creates an exchange for input that is not a request, to answer it with an error. */
  static ServerExchange refused(HttpConnection connection, long arrivedNanos, boolean headOnly) {
    return new ServerExchange(connection, null, arrivedNanos, headOnly, true, true);
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public long arrivedNanos() {
    return arrivedNanos;
  }

  @Override
  public InetSocketAddress remote() {
    return connection.remote();
  }

  @Override
  public int processor() {
    return connection.processor();
  }

  @Override
  public void markKnown() {
    known = true;
  }

  @Override
  public void hold() {
    held = true;
  }

  @Override
  public void whenAnswered(Runnable action) {
    whenAnswered = action;
  }

  @Override
  public void answerHeader(String name, String value) {
    UnaryOperator<HttpResponse> before = headers;
    headers = answer -> before.apply(answer).header(name, value);
  }

  @Override
  public boolean respond(HttpResponse given) {
    Objects.requireNonNull(given, "response");
    if (answered.getAndSet(true)) {
      throw new IllegalStateException("the exchange is already answered");
    }
    try {
      return send(headers.apply(given));
    } finally {
      Runnable action = whenAnswered;
      whenAnswered = null; // a streamed body may keep the exchange for long
      if (action != null) {
        action.run();
      }
    }
  }

  private boolean send(HttpResponse given) {
    if (request != null && request.body().length > 0) { // even if the client has disconnected
      connection.giveBack(request.body().length);
    }
    if (request != null) {
      request.closeBody();
    }
    HttpResponse affordable = connection.afford(given);
    if (!response.compareAndSet(null, affordable)) {
      connection.drop(affordable);
      return false;
    }
    return connection.answered(this);
  }

  @Override
  public boolean isAbandoned() {
    return (left || response.get() == GONE) && !answered.get() && isSafe();
  }

  /** True if the method only reads [RFC 9110 §9.2.1]. */
  private boolean isSafe() {
    return headOnly || request.method().equals("GET");
  }

  // ---- the connection's side

  /** The client has gone, although the connection is open. */
  void clientLeft() {
    left = true;
  }

  HttpConnection connection() {
    return connection;
  }

  /** True if the application marked the client as known. Valid once the response is taken. */
  boolean isKnown() {
    return known;
  }

  /** True if no further request is read until this one is answered. */
  boolean isHeld() {
    return held;
  }

  /** Sets the action for the end of the exchange, or null. */
  void holds(Runnable taken) {
    end = taken;
  }

  /** Ends the exchange, on the connection's processor. */
  void end() {
    if (end != null) {
      end.run();
      end = null;
    }
  }

  /** Keeps only what logging needs, because a streamed body may last long. */
  void goesOn() {
    request = request.line();
  }

  /** True if the response is sent without its body. */
  boolean isHeadOnly() {
    return headOnly;
  }

  boolean isHttp11() {
    return http11;
  }

  /** True if the connection closes afterwards. */
  boolean isLast() {
    return last;
  }

  /** Takes the response if it is set; it then belongs to the caller. */
  HttpResponse takeResponse() {
    HttpResponse given = response.get();
    return given != null && response.compareAndSet(given, GONE) ? given : null;
  }

  /** Ensures that no response is sent, and releases one that was set. Any thread. */
  void giveUp() {
    HttpResponse given = response.getAndSet(GONE);
    if (given != null && given != GONE) {
      connection.drop(given);
    }
  }
}
