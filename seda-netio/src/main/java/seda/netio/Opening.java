package seda.netio;

/**
 * Receives the outcome of opening a connection. One of the methods is called, once, on the
 * connection's processor.
 */
interface Opening {

  /**
   * The connection is open and, under TLS, the handshake has completed. Returns the connection's
   * listener.
   */
  ConnectionListener opened(Connection connection);

  /**
   * The connection closed before it was open.
   *
   * @param cause the failure, or null if there was none
   */
  default void failed(Throwable cause) {}
}
