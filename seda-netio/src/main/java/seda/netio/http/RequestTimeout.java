package seda.netio.http;

import seda.netio.Connection;

/**
 * Time-outs of a client: to begin a request, to send its header, to send enough of its body. Set
 * once per request and phase; for a request that arrives in one piece, that costs only a store.
 */
final class RequestTimeout {
  /**
   * Divisor of the received bytes that gives the required progress: holding memory must cost the
   * client something.
   */
  private static final int HELD_PER_PROGRESS = 4;

  private final Connection connection;
  private final HttpTimeouts timeouts;
  private HttpConnection.Phase timed = HttpConnection.Phase.IDLE;
  private int bodyBytesWhenTimed;

  RequestTimeout(Connection connection, HttpTimeouts timeouts) {
    this.connection = connection;
    this.timeouts = timeouts;
  }

  /** A request is complete; the next one has its own time-out. */
  void requestComplete() {
    timed = HttpConnection.Phase.IDLE;
  }

  /** Stops the time-out while the client waits for the server. */
  void stop() {
    connection.clearTimeout();
    timed = HttpConnection.Phase.IDLE;
  }

  /** Starts the idle time-out: no request has begun and none is unanswered. */
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

  /** Starts the time-out of the decision on a body. */
  void decision() {
    connection.timeoutAfter(timeouts.body());
    timed = HttpConnection.Phase.IDLE;
  }

  /** Records {@code bytes} of the body; true if the progress suffices for a new time-out. */
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
