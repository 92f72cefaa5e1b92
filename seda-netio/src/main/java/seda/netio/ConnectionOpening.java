package seda.netio;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a connection: shakes hands, then reports the end to its {@link Opening}. Called by the
 * connection's processor; over once the connection is open. One that is open may begin another, for
 * TLS.
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

  /** Does what is next, as the connection stands. */
  void proceed(ConnectionState state) throws IOException {
    if (state == ConnectionState.NEW) {
      accept();
    } else if (state == ConnectionState.SHAKING_HANDS) {
      shakeHands();
    }
  }

  /**
   * The first event of a connection that was accepted: opens it, unless there is no room for it.
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

  /** Shakes hands for TLS once all is written that the connection has queued. */
  static void startTls(Connection connection, TcpStages stages, Runnable secured) {
    if (!stages.hasTlsLater() || connection.transport() instanceof TlsTransport) {
      throw new IllegalStateException("there is no TLS that could begin on this connection");
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
      log.debug("TLS with {} can't begin", connection.remote(), e);
      connection.close(e);
      return;
    }
    if (connection.isShakingHands()) {
      connection.timeout().after(stages.handshakeTimeout());
    }
  }

  /** Goes on with the handshake, as far as possible without blocking. */
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

  /** The connection was closed before it was open. */
  void failed(Throwable cause) {
    waiting.failed(cause);
  }
}
