package seda.netio;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** The selector operations that a connection waits for, and its reaction to them. */
final class Interest implements SelectorSource.Registered {
  private static final Duration TASK_CHECK = Duration.ofMillis(100);

  private final Connection connection;
  private final Inbound inbound;
  private final Outbound outbound;
  private SelectionKey key;
  private int operations;

  Interest(Connection connection, Inbound inbound, Outbound outbound) {
    this.connection = connection;
    this.inbound = inbound;
    this.outbound = outbound;
  }

  void register(SelectorSource source, SocketChannel channel) throws IOException {
    operations = SelectionKey.OP_READ;
    key = source.register(channel, operations, this);
  }

  void listenFor(int operation) {
    set(operations | operation);
  }

  void ignore(int operation) {
    set(operations & ~operation);
  }

  void set(int wanted) {
    if (wanted != operations) {
      operations = wanted;
      key.interestOps(wanted);
    }
  }

  /** Waits for the next step of a handshake, then for input. */
  void shakeHands(Transport.Handshake waitsFor) {
    switch (waitsFor) {
      case DONE, INPUT -> set(SelectionKey.OP_READ);
      case OUTPUT -> set(SelectionKey.OP_WRITE);
      case TASK -> {
        set(0);
        // in case the worker fails to report
        connection.home().schedule(TASK_CHECK, inbound::enqueueIfShakingHands);
      }
    }
  }

  @Override
  public void ready(int ready) {
    boolean shakingHands = connection.isShakingHands();
    if ((ready & SelectionKey.OP_READ) != 0 || shakingHands) {
      inbound.ready();
    }
    if ((ready & SelectionKey.OP_WRITE) != 0 && !shakingHands) {
      outbound.enqueue();
    }
  }

  @Override
  public void processorEnds() {
    connection.close();
  }
}
