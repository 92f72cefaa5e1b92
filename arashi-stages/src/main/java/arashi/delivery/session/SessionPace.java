package arashi.delivery.session;

import arashi.delivery.protocol.Session;
import java.time.Duration;
import seda.netio.Connection;

/**
 * Time-outs and use of a session's connection. Only progress restarts a time-out, so a slow drip of
 * octets holds nothing open. Runs on the connection's processor.
 */
final class SessionPace {
  private final Connection connection;
  private final DeliveryTimeouts timeouts;

  private boolean receiving;
  private long lineCount = -1;
  private long sinceTimeout; // octets of content since the time-out was set
  private long before; // octets of content before that

  SessionPace(Connection connection, DeliveryTimeouts timeouts) {
    this.connection = connection;
    this.timeouts = timeouts;
  }

  /** Counts {@code octets} as consumed. */
  void took(int octets) {
    sinceTimeout += octets;
  }

  /** The session waits for the client. */
  void awaitInput(Session session) {
    if (session.isReceiving()) {
      awaitContent();
      return;
    }
    receiving = false;
    if (session.lineCount() != lineCount) {
      lineCount = session.lineCount();
      connection.timeoutAfter(timeouts.command());
    }
    if (session.isIdle()) {
      connection.use().idle();
    } else {
      connection.use().receiving(false);
    }
  }

  /** Demands the minimum, or a quarter of the octets so far: holding memory costs bandwidth. */
  private void awaitContent() {
    if (!receiving) {
      receiving = true;
      before = 0;
      sinceTimeout = 0;
      connection.timeoutAfter(timeouts.data());
      connection.use().receiving(true);
      return;
    }
    boolean progress = sinceTimeout >= Math.max(timeouts.minimumProgress(), before / 4);
    if (progress) {
      before += sinceTimeout;
      sinceTimeout = 0;
      connection.timeoutAfter(timeouts.data());
    }
    connection.use().receiving(progress);
  }

  /** The session waits for a stage. */
  void stop() {
    lineCount = -1;
    connection.clearTimeout();
    connection.use().busy();
  }

  /** The session waits for room; the connection times out after {@code delay}. */
  void lookAfter(Duration delay) {
    lineCount = -1;
    receiving = false;
    connection.timeoutAfter(delay);
    connection.use().busy();
  }
}
