package seda.netio.http;

import seda.netio.Connection;

/**
 * How long a client may take for what it is about: to begin a request, to send its header, to send
 * so much of its body. Set once for a request and phase; for a request that comes whole it only
 * stores.
 */
final class RequestTimeout {
  /** What has come takes memory, which is to cost who holds it something. */
  private static final int HELD_PER_PROGRESS = 4;

  private final Connection connection;
  private final HttpTimeouts timeouts;
  private HttpConnection.Phase timed = HttpConnection.Phase.IDLE;
  private int bodyBytesWhenTimed;

  RequestTimeout(Connection connection, HttpTimeouts timeouts) {
    this.connection = connection;
    this.timeouts = timeouts;
  }

  /** A request is complete: the next one has its own time. */
  void requestComplete() {
    timed = HttpConnection.Phase.IDLE;
  }

  /** It is the client that waits. */
  void stop() {
    connection.clearTimeout();
    timed = HttpConnection.Phase.IDLE;
  }

  /** Nothing has come yet, and nothing is to be answered. */
  void idle() {
    connection.timeoutAfter(timeouts.idle());
    timed = HttpConnection.Phase.IDLE;
  }

  void header() {
    if (timed != HttpConnection.Phase.HEAD) {
      timed = HttpConnection.Phase.HEAD;
      connection.timeoutAfter(timeouts.header());
    }
  }

  /** Somebody else decides whether the body is read: that has a limit, too. */
  void decision() {
    connection.timeoutAfter(timeouts.body());
    timed = HttpConnection.Phase.IDLE;
  }

  /** {@code bytes} of the body have come; true if that is progress enough for a new time-out. */
  boolean body(int bytes) {
    int progress = bytes - bodyBytesWhenTimed;
    int due = Math.max(timeouts.minimumBodyProgress(), bodyBytesWhenTimed / HELD_PER_PROGRESS);
    if (timed != HttpConnection.Phase.BODY || progress >= due) {
      timed = HttpConnection.Phase.BODY;
      bodyBytesWhenTimed = bytes;
      connection.timeoutAfter(timeouts.body());
      return true;
    }
    return false;
  }
}
