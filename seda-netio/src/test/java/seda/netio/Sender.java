package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Random;
import java.util.function.Consumer;
import seda.kernel.Processors;

/**
 * Connects to an echo server, sends bytes, and closes when all are echoed. Queues the outcome: the
 * connection or the failure, and at the end a string that says whether all bytes were echoed.
 */
final class Sender implements ConnectionListener, ConnectListener {
  /** Runs last when connected; does nothing by default. */
  Consumer<Connection> whenConnected = connection -> {};

  private final byte[] sent;
  private final ByteBuffer received;
  private final Queue<Object> outcomes;

  Sender(int length, Queue<Object> outcomes) {
    this.sent = new byte[length];
    new Random(length).nextBytes(sent);
    this.received = ByteBuffer.allocate(length + 1);
    this.outcomes = outcomes;
  }

  @Override
  public ConnectionListener connected(Connection connection) {
    assertThat(Processors.current().index()).isEqualTo(connection.processor());
    outcomes.add(connection);
    connection.write(ByteBuffer.wrap(sent));
    connection.awaitInput();
    whenConnected.accept(connection);
    return this;
  }

  /** Handles connections with input. */
  static void arrived(Connection connection) {
    ((Sender) connection.listener()).take(connection);
  }

  private void take(Connection connection) {
    if (connection.input() != null) {
      received.put(connection.input());
    }
    if (received.position() >= sent.length || connection.inputEnded()) {
      connection.closeGracefully();
    } else {
      connection.awaitInput();
    }
  }

  @Override
  public void failed(ConnectFailure failure) {
    outcomes.add(failure);
  }

  @Override
  public void timedOut() {}

  @Override
  public void writable() {}

  @Override
  public void closed() {
    outcomes.add(ByteBuffer.wrap(sent).equals(received.flip()) ? "all came back" : "lost");
  }
}
