package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;

/** The writing side of a {@link Connection}: what waits, and what is done about too much of it. */
final class Outbound {
  private static final Logger log = LoggerFactory.getLogger(Outbound.class);

  private final Connection connection;
  private final TcpStages stages;
  private WriteQueue queue; // null while nothing waits
  private Timeout timeout; // null until the peer keeps it waiting
  private int threshold;
  private WritePolicy policy = WritePolicy.BLOCK_READS;
  private boolean queued;
  private boolean clogged;
  private boolean ending;

  Outbound(Connection connection, TcpStages stages) {
    this.connection = connection;
    this.stages = stages;
    this.threshold = stages.config().writeThreshold();
  }

  void limit(int bytes, WritePolicy newPolicy) {
    threshold = bytes;
    policy = newPolicy;
  }

  boolean isClogged() {
    return clogged;
  }

  boolean blocksReads() {
    return clogged && policy == WritePolicy.BLOCK_READS;
  }

  boolean isEmpty() {
    return (queue == null || queue.isEmpty()) && connection.transport().isFlushed();
  }

  /** True if the write stage has nothing to do for it. */
  boolean isIdle() {
    return isEmpty() && !queued;
  }

  boolean isEnding() {
    return ending;
  }

  // ---- the protocol's side

  boolean write(ByteBuffer bytes, BufferPool pool) {
    boolean taken = takesMore();
    if (taken) {
      queue().add(bytes, pool);
      added();
    } else if (pool != null) {
      pool.give(bytes);
    }
    return taken;
  }

  boolean write(FileRegion region) {
    boolean taken = takesMore();
    if (taken) {
      queue().add(region);
      added();
    } else {
      region.release();
    }
    return taken;
  }

  private WriteQueue queue() {
    if (queue == null) {
      queue = connection.scratch().takeWriteQueue();
    }
    return queue;
  }

  private boolean takesMore() {
    if (!connection.mayWrite()) {
      return false;
    }
    if (clogged && policy == WritePolicy.CLOSE) {
      log.debug("{} reads too slowly", connection.remote());
      connection.close();
    }
    return !clogged || policy == WritePolicy.BLOCK_READS;
  }

  private void added() {
    clogged |= queue.pending() > threshold;
    enqueue();
  }

  void whenFlushed(FlushListener listener) {
    if (connection.mayWrite()) {
      queue().mark(listener);
      enqueue();
    } else {
      listener.flushed(false);
    }
  }

  /** Ends the output behind what waits. */
  void end() {
    ending = true;
    enqueue();
  }

  // ---- the write stage

  void enqueue() {
    if (queued) {
      return;
    }
    EnqueueResult result = stages.write().enqueue(connection);
    queued = result.accepted();
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      connection.close();
    } else if (!queued) {
      connection.ignore(SelectionKey.OP_WRITE);
      connection.later(Connection.RETRY, this::enqueueIfOpen);
    }
  }

  private void enqueueIfOpen() {
    if (!connection.isClosed()) {
      enqueue();
    }
  }

  /** In the write stage: the connection was taken out of its queue. */
  void dequeued() {
    queued = false;
  }

  /** In the write stage. */
  void flush() {
    Transport transport = connection.transport();
    try {
      long n = transport.write(queue(), connection.scratch().gather);
      if (transport.isFlushed()) {
        queue.complete(); // whoever is told may write more, or close
      }
      if (connection.isClosed()) {
        return;
      }
      if (isEmpty() && (!ending || transport.endOutput())) {
        allWritten();
      } else {
        partWritten(n);
      }
    } catch (IOException e) {
      log.debug("writing to {} failed", connection.remote(), e);
      connection.close();
      return;
    }
    if (clogged && (queue == null || queue.pending() <= threshold / 2)) {
      clogged = false;
      connection.unclogged();
    }
    if (queue != null && queue.isDone()) {
      connection.scratch().giveWriteQueue(queue);
      queue = null;
    }
  }

  private void allWritten() {
    if (timeout != null) {
      timeout.clear();
    }
    connection.ignore(SelectionKey.OP_WRITE);
    if (ending) {
      connection.outputHasEnded();
    } else {
      connection.flushed();
    }
  }

  private void partWritten(long n) {
    if (timeout == null) {
      timeout = connection.newTimeout(this::timedOut);
    }
    if (n > 0 || !timeout.isSet()) {
      timeout.after(stages.config().writeTimeout());
    }
    if (queue.isBlocked() || !connection.transport().isFlushed()) {
      connection.listenFor(SelectionKey.OP_WRITE);
    } else {
      enqueue();
    }
  }

  private void timedOut() {
    log.debug("{} takes no bytes", connection.remote());
    connection.close();
  }

  /** Gives up what is left. */
  void release() {
    if (timeout != null) {
      timeout.stop();
    }
    if (queue != null) {
      queue.release();
      queue = null; // and not another's, for it may be at work just now
    }
  }
}
