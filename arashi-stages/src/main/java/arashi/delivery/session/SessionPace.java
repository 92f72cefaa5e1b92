package arashi.delivery.session;

import arashi.delivery.protocol.Session;
import java.time.Duration;
import seda.netio.Connection;

/**
 * The time-outs of a session, and what its connection is in use for. A time-out begins anew only
 * with progress, so that an octet now and then holds nothing open. On the connection's processor.
 */
final class SessionPace {
  private final Connection connection;
  private final DeliveryTimeouts timeouts;

  private boolean receiving;
  private long lineCount = -1;
  private long sinceTimeout; // octets of content that have come since the time-out began
  private long before; // those before

  SessionPace(Connection connection, DeliveryTimeouts timeouts) {
    this.connection = connection;
    this.timeouts = timeouts;
  }

  /** Counts {@code octets} as taken. */
  void took(int octets) {
    sinceTimeout += octets;
  }

  /** Nothing is to be done but wait for the client. */
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

  /** As much as the minimum, or a quarter of what had come, so that it costs to hold memory. */
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

  /** The service is asked. */
  void stop() {
    lineCount = -1;
    connection.clearTimeout();
    connection.use().busy();
  }

  /** The service has no room: the listener is told after this time. */
  void lookAfter(Duration delay) {
    lineCount = -1;
    receiving = false;
    connection.timeoutAfter(delay);
    connection.use().busy();
  }
}
