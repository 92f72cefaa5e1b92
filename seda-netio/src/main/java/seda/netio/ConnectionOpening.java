package seda.netio;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a connection: performs the handshake and reports the outcome to its {@link Opening}. Called
 * by the connection's processor. An open connection may start another opening for TLS.
 */
final class ConnectionOpening {
  private static final Logger log = LoggerFactory.getLogger(ConnectionOpening.class);

  private final Connection connection;
  private final TcpStages stages;
  private final Opening waiting;

  ConnectionOpening(Connection connection, TcpStages stages, Opening waiting) {
    this.connection = connection;
    this.stages = stages;
    this.waiting = waiting;
  }

  /** Performs the next step for the connection's state. */
  void proceed(ConnectionState state) throws IOException {
    if (state == ConnectionState.NEW) {
      accept();
    } else if (state == ConnectionState.SHAKING_HANDS) {
      shakeHands();
    }
  }

  /**
   * Handles the first event of an accepted connection: opens it, unless its address has no room.
   */
  private void accept() throws IOException {
    ConnectionUse use = connection.use();
    if (!use.replacesAnother()) {
      stages.admission().refused();
      connection.close();
      return;
    }
    connection.open(waiting);
    use.arrived();
    if (connection.isShakingHands()) {
      use.idleNow();
      connection.timeout().after(stages.handshakeTimeout());
    }
  }

  /** Starts TLS once all queued bytes are written. */
  static void startTls(Connection connection, TcpStages stages, Runnable secured) {
    if (!stages.hasTlsLater() || connection.transport() instanceof TlsTransport) {
      throw new IllegalStateException(
          "TLS cannot start: beginTlsLater was not called, or the connection uses TLS already");
    }
    connection.releaseInput();
    connection.whenFlushed(
        written -> {
          if (written && connection.isOpen()) {
            secure(connection, stages, secured);
          }
        });
  }

  private static void secure(Connection connection, TcpStages stages, Runnable secured) {
    ConnectionListener listener = connection.listener();
    Opening open =
        same -> {
          secured.run();
          return listener;
        };
    try {
      connection.reopen(
          new ConnectionOpening(connection, stages, open), stages.tlsTransport(connection));
    } catch (IOException e) {
      log.debug("TLS with {} cannot begin", connection.remote(), e);
      connection.close(e);
      return;
    }
    if (connection.isShakingHands()) {
      connection.timeout().after(stages.handshakeTimeout());
    }
  }

  /** Continues the handshake without blocking. */
  void shakeHands() {
    Transport.Handshake waitsFor;
    try {
      waitsFor = connection.transport().shakeHands();
    } catch (IOException e) {
      log.debug("handshake with {} failed", connection.remote(), e);
      connection.close(e);
      return;
    }
    connection.interest().shakeHands(waitsFor);
    if (waitsFor == Transport.Handshake.DONE) {
      connection.opened(waiting);
    }
  }

  void failed(Throwable cause) {
    waiting.failed(cause);
  }
}
