package seda.netio;

/**
 * What comes of one attempt to connect: exactly one of these is called, once. Must not block.
 *
 * @see TcpClient#connect
 */
public interface ConnectListener {

  /**
   * The connection is there, and under TLS the server has proved who it is. On the connection's
   * processor.
   *
   * @return what is told of it from now on
   */
  ConnectionListener connected(Connection connection);

  /**
   * There is no connection; whether to try again, and when, is the caller's to decide. On the
   * processor that tried or, if the graph has stopped, on any thread.
   */
  void failed(ConnectFailure failure);
}
