package seda.netio;

/** Who waits for a connection to be open; one of the two is called, once, on its processor. */
interface Opening {

  /** It is open, and under TLS the handshake is over; gives what is told of it from now on. */
  ConnectionListener opened(Connection connection);

  /**
   * It was closed before that.
   *
   * @param cause null if nothing was wrong with it
   */
  default void failed(Throwable cause) {}
}
