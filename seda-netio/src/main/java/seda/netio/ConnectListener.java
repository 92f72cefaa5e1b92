package seda.netio;

/**
 * Receives the outcome of one attempt to connect: exactly one method is called, once. Must not
 * block.
 *
 * @see TcpClient#connect
 */
public interface ConnectListener {

  /**
   * The connection is open and, under TLS, the server is authenticated. Called on the connection's
   * processor.
   *
   * @return listener of the connection
   */
  ConnectionListener connected(Connection connection);

  /**
   * The attempt failed; the caller decides whether and when to retry. Called on the processor of
   * the attempt or, if the graph has stopped, on any thread.
   */
  void failed(ConnectFailure failure);
}
