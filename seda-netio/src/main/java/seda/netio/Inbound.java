package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;

/** The reading side of a {@link Connection}: one buffer at a time, on demand. */
final class Inbound {
  /** A read of at least this size suggests that more input follows soon. */
  private static final int STREAM_BYTES = 16 << 10;

  private static final Logger log = LoggerFactory.getLogger(Inbound.class);

  private final Connection connection;
  private final TcpStages stages;
  private ByteBuffer buffer;
  private volatile boolean lent; // to another thread, until that asks for more
  private boolean wanted;
  private boolean queued;
  private boolean paced;
  private long arrived;
  private int discarded;

  Inbound(Connection connection, TcpStages stages) {
    this.connection = connection;
    this.stages = stages;
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /**
   * Lends the buffer to another thread, which gives it back with its next call; null if there is
   * none. The connection may close meanwhile: both flags are volatile, so either it sees the loan,
   * or this thread sees the close.
   */
  ByteBuffer lend() {
    lent = true;
    return connection.isOpen() ? buffer : null;
  }

  void release() {
    if (buffer != null && lent && !connection.isOpen()) {
      connection.scratch().buffers.forget();
    } else if (buffer != null) {
      connection.scratch().buffers.give(buffer);
    }
    buffer = null;
    if (lent) {
      lent = false;
    }
  }

  /** Returns the clock reading at which input was available and could be read. */
  long arrivedNanos() {
    return arrived;
  }

  /** The protocol asks for more input. */
  void await() {
    release();
    wanted = true;
    resume();
  }

  /** Continues reading if it is wanted and possible. */
  void resume() {
    if (paced || !isReadable()) {
      return;
    }
    if (connection.transport().hasInput()) {
      arrived = stages.clock().nanos();
      queue();
    } else {
      connection.interest().listenFor(SelectionKey.OP_READ);
    }
  }

  private boolean isReadable() {
    return connection.isLingering() || (wanted && connection.mayRead());
  }

  /** The selector reports input. */
  void ready() {
    if (connection.isShakingHands()) {
      queue();
    } else if (!isReadable()) {
      connection.interest().ignore(SelectionKey.OP_READ); // lazily: input rarely arrives early
    } else {
      pace();
    }
  }

  private void pace() {
    if (queued) {
      return;
    }
    arrived = connection.home().now();
    long delay = connection.scratch().pace.nanosToNext();
    if (delay == 0) {
      queue();
    } else {
      paced = true;
      connection.interest().ignore(SelectionKey.OP_READ);
      connection.home().schedule(Duration.ofNanos(delay), this::itsMomentHasCome);
    }
  }

  private void itsMomentHasCome() {
    paced = false;
    if (isReadable()) {
      queue();
    }
  }

  void enqueueIfShakingHands() {
    if (connection.isShakingHands()) {
      queue();
    }
  }

  private void queue() {
    if (queued) {
      return;
    }
    EnqueueResult result = stages.read().enqueue(connection);
    queued = result.accepted();
    if (!queued) {
      connection.interest().ignore(SelectionKey.OP_READ);
      if (result.outcome() != EnqueueResult.Outcome.CLOSED) {
        connection.home().schedule(Connection.RETRY, this::resume);
      }
    }
  }

  /** The read stage has dequeued the connection. */
  void dequeued() {
    queued = false;
  }

  /** Reads, in the read stage. */
  void read() {
    if (connection.isLingering()) {
      discard();
    } else if (isReadable()) {
      receive();
    }
  }

  private void receive() {
    ByteBuffer into = connection.scratch().buffers.take();
    int n;
    try {
      n = connection.transport().read(into);
    } catch (IOException e) { // usually the peer's reset
      connection.scratch().buffers.give(into);
      failed(e);
      return;
    }
    if (n >= STREAM_BYTES && connection.scratch().readsOne()) {
      connection.home().expectMore();
    }
    if (n > 0) {
      buffer = into.flip();
    } else {
      connection.scratch().buffers.give(into);
    }
    if (n == 0) {
      connection.interest().listenFor(SelectionKey.OP_READ);
      return;
    }
    if (!connection.transport().isFlushed()) {
      connection.enqueueWrite(); // the input caused output, like a key update
    }
    connection.scratch().pace.count();
    wanted = false;
    if (n < 0) {
      connection.inputHasEnded();
    }
    deliver();
  }

  /** Delivers unread input again, as if it had just arrived. */
  void redeliver() {
    arrived = stages.clock().nanos();
    deliver();
  }

  /** Delivers the input to the protocol's sink, with retries. */
  void deliver() {
    if (connection.isClosed()) {
      return;
    }
    EnqueueResult result = stages.arrivals().enqueue(connection);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      connection.closeGracefully(); // the graph stops; queued answers are still written
    } else if (!result.accepted()) {
      connection.home().schedule(Connection.RETRY, this::deliver);
    }
  }

  /** Discards input after the end. */
  void discard() {
    ByteBuffer into = connection.scratch().buffers.take();
    int n = -1;
    try {
      n = connection.channel().read(into);
    } catch (IOException e) {
      log.debug("reading from {} failed", connection.remote(), e);
    }
    connection.scratch().buffers.give(into);
    discarded += Math.max(0, n);
    if (n < 0 || discarded > stages.config().lingerBytes()) {
      connection.close();
    }
  }

  private void failed(IOException cause) {
    log.debug("reading from {} failed", connection.remote(), cause);
    connection.close();
  }
}
