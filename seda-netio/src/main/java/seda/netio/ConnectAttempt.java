package seda.netio;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.kernel.Processor;
import seda.kernel.Processors;
import seda.kernel.Sink;

/**
 * One attempt to connect. It lives on one processor and is an event of the connect stage. The
 * outcome is reported once.
 *
 * <pre>
 *   NEW ── handled ──► CONNECTING ── socket connected ──► OPENING ── handshake, if TLS ──► OPENED
 *    │                     │                                 │
 *    └─ no slot, no socket ┴─ refused, time-out, graph stops ┴──► FAILED
 * </pre>
 */
final class ConnectAttempt implements SelectorSource.Registered, Opening {
  private static final Logger log = LoggerFactory.getLogger(ConnectAttempt.class);
  private static final Duration RETRY = Duration.ofMillis(10);

  private enum State {
    NEW,
    CONNECTING,
    OPENING,
    OPENED,
    FAILED
  }

  private final TcpStages stages;
  private final Sink<ConnectAttempt> connect;
  private final int processor;
  private final InetSocketAddress address;
  private final Duration timeout;
  private final ConnectListener listener;

  private State state = State.NEW;
  private SocketChannel channel;
  private SelectionKey key;
  private Processor.Timer timer;
  private Connection connection;

  ConnectAttempt(
      TcpStages stages,
      Sink<ConnectAttempt> connect,
      int processor,
      InetSocketAddress address,
      Duration timeout,
      ConnectListener listener) {
    this.stages = stages;
    this.connect = connect;
    this.processor = processor;
    this.address = address;
    this.timeout = timeout;
    this.listener = listener;
  }

  /** Handles the event in the connect stage. */
  void look() {
    try {
      if (state == State.NEW) {
        begin();
      } else if (state == State.CONNECTING && channel.finishConnect()) {
        succeed();
      }
    } catch (ConnectException e) {
      fail(ConnectFailure.Reason.REFUSED, e.getMessage());
    } catch (IOException e) {
      fail(ConnectFailure.Reason.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  private void begin() throws IOException {
    if (address.isUnresolved()) {
      fail(ConnectFailure.Reason.UNREACHABLE, "unknown host");
      return;
    }
    if (!stages.takeSlot()) {
      fail(
          ConnectFailure.Reason.LIMIT,
          "connection limit of " + stages.config().connectionLimit() + " is reached");
      return;
    }
    state = State.CONNECTING;
    Processor home = Processors.current();
    timer = home.schedule(timeout, this::timedOut);
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    if (channel.connect(address)) {
      succeed();
    } else {
      key = SelectorSource.of(home).register(channel, SelectionKey.OP_CONNECT, this);
    }
  }

  /** Creates the connection, which takes over the selector key and the stages. */
  private void succeed() throws IOException {
    connection = new Connection(stages, channel, address, processor, null, null);
    state = State.OPENING;
    stages.opened(connection);
    connection.open(this);
  }

  @Override
  public ConnectionListener opened(Connection opened) {
    state = State.OPENED;
    timer.cancel();
    return listener.connected(opened);
  }

  private void timedOut() {
    fail(ConnectFailure.Reason.TIMED_OUT, "no answer within " + timeout);
  }

  /** Reports the failure. An open connection is closed instead. */
  private void fail(ConnectFailure.Reason reason, String detail) {
    if (state == State.OPENED) {
      connection.close();
      return;
    }
    if (state == State.FAILED) {
      return;
    }
    State before = state;
    state = State.FAILED;
    if (before == State.CONNECTING) {
      timer.cancel();
      closeChannel();
      stages.giveSlot();
    } else if (before == State.OPENING) {
      timer.cancel();
      connection.close();
    }
    listener.failed(new ConnectFailure(address, reason, detail));
  }

  private void closeChannel() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      log.debug("closing an unconnected socket failed", e);
    }
  }

  /**
   * Called if the connection closed while it was opening, or the connect stage's handler failed.
   */
  @Override
  public void failed(Throwable cause) {
    if (cause == null) {
      processorEnds();
    } else if (state == State.OPENING) {
      fail(
          ConnectFailure.Reason.HANDSHAKE,
          "TLS with " + address.getHostString() + " failed: " + cause.getMessage());
    } else {
      fail(ConnectFailure.Reason.UNREACHABLE, cause.toString());
    }
  }

  // ---- the selector's side

  @Override
  public void ready(int operations) {
    key.interestOps(0); // the outcome is known; it is read once
    offer();
  }

  private void offer() {
    if (state != State.CONNECTING) {
      return;
    }
    EnqueueResult result = connect.enqueue(this);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      processorEnds();
    } else if (!result.accepted()) {
      Processors.current().schedule(RETRY, this::offer);
    }
  }

  @Override
  public void processorEnds() {
    fail(ConnectFailure.Reason.STOPPED, "the graph has stopped");
  }
}
