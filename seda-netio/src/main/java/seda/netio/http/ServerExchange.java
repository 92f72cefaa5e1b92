package seda.netio.http;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An exchange of a connection. The response is put down by any thread and taken up by the
 * connection's processor, or given up by it when the connection has gone; the atomic reference
 * decides which, so that an owned file is released exactly once.
 */
final class ServerExchange implements HttpExchange {
  /** Stands where no response will be taken up any more. */
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
  private Runnable whenAnswered; // null for nothing; published with the request
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

  /** One for a request. */
  static ServerExchange of(
      HttpConnection connection, HttpRequest request, long arrivedNanos, boolean last) {
    return new ServerExchange(
        connection, request, arrivedNanos, request.isHead(), request.isHttp11(), last);
  }

  /** One for what never became a request, to be answered with an error. */
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
  public boolean respond(HttpResponse given) {
    Objects.requireNonNull(given, "response");
    if (answered.getAndSet(true)) {
      throw new IllegalStateException("the exchange has been answered already");
    }
    try {
      return send(given);
    } finally {
      Runnable action = whenAnswered;
      whenAnswered = null; // the exchange of a body that goes on lives long
      if (action != null) {
        action.run();
      }
    }
  }

  private boolean send(HttpResponse given) {
    if (request != null && request.body().length > 0) { // even if the client has gone before
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

  // ---- the connection's side

  HttpConnection connection() {
    return connection;
  }

  /** True if the application said who made the request; after the response was taken. */
  boolean isKnown() {
    return known;
  }

  /** True if nothing is read behind it until it is answered. */
  boolean isHeld() {
    return held;
  }

  /** Runs when the exchange ends; null for nothing. */
  void holds(Runnable taken) {
    end = taken;
  }

  /** The exchange ends: on the connection's processor. */
  void end() {
    if (end != null) {
      end.run();
      end = null;
    }
  }

  /** The body takes its time: what the application alone needs is let go. */
  void goesOn() {
    request = request.line();
  }

  /** True if the response goes without its body. */
  boolean isHeadOnly() {
    return headOnly;
  }

  boolean isHttp11() {
    return http11;
  }

  /** True if the connection closes after it. */
  boolean isLast() {
    return last;
  }

  /** The response, once there is one; then it is the caller's. */
  HttpResponse takeResponse() {
    HttpResponse given = response.get();
    return given != null && response.compareAndSet(given, GONE) ? given : null;
  }

  /** No response can be sent any more; one that was given is released. Any thread. */
  void giveUp() {
    HttpResponse given = response.getAndSet(GONE);
    if (given != null && given != GONE) {
      connection.drop(given);
    }
  }
}
