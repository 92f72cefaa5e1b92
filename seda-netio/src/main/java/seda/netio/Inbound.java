package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;

/**
 * The reading side of a {@link Connection}: one buffer at a time, and only when it is asked for.
 */
final class Inbound {
  /** Of which so much comes at once, more will come soon. */
  private static final int STREAM_BYTES = 16 << 10;

  private static final Logger log = LoggerFactory.getLogger(Inbound.class);

  private final Connection connection;
  private final TcpStages stages;
  private ByteBuffer buffer;
  private volatile boolean lent; // to another thread, as long as that has not asked for more
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
   * The buffer, for another thread, which gives it back with its next call; null if there is none.
   * The connection may end meanwhile. Either it sees then that the buffer is lent, or this sees
   * that it has ended, for both are volatile.
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

  /** When it was known that there is something to read, and it could be; by the clock. */
  long arrivedNanos() {
    return arrived;
  }

  /** The protocol asks for more. */
  void await() {
    release();
    wanted = true;
    resume();
  }

  /** Goes on reading, if that is wanted and nothing speaks against it. */
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

  /** The selector says that there is something. */
  void ready() {
    if (connection.isShakingHands()) {
      queue();
    } else if (!isReadable()) {
      connection
          .interest()
          .ignore(SelectionKey.OP_READ); // only now, for mostly nothing comes early
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

  /** In the read stage: the connection was taken out of its queue. */
  void dequeued() {
    queued = false;
  }

  /** In the read stage. */
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
    } catch (IOException e) { // nearly always the peer's reset
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
      connection.enqueueWrite(); // what was read caused an answer
    }
    connection.scratch().pace.count();
    wanted = false;
    if (n < 0) {
      connection.inputHasEnded();
    }
    deliver();
  }

  /** Tells the protocol of what it had left, as if that had come now. */
  void redeliver() {
    arrived = stages.clock().nanos();
    deliver();
  }

  /** Tells the protocol of what is there, now or later. */
  void deliver() {
    if (connection.isClosed()) {
      return;
    }
    EnqueueResult result = stages.arrivals().enqueue(connection);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      connection.closeGracefully(); // the graph stops; what was answered is still written
    } else if (!result.accepted()) {
      connection.home().schedule(Connection.RETRY, this::deliver);
    }
  }

  /** What comes after the end is only taken off the socket. */
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
