package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;

/**
 * The writing side of a {@link Connection}: its queue, and the policy for slow peers. Fields that a
 * {@link Handover} reads are volatile; they change rarely, so that costs little.
 */
final class Outbound implements WriteTurn {
  private static final Logger log = LoggerFactory.getLogger(Outbound.class);

  private final Connection connection;
  private final TcpStages stages;
  private volatile Handover handover; // null until another thread calls
  private WriteQueue queue; // null while nothing waits
  private Timeout timeout; // null until the peer is slow
  private volatile int threshold;
  private volatile WritePolicy policy = WritePolicy.BLOCK_READS;
  private boolean queued;
  private volatile boolean clogged;
  private volatile boolean ending;

  Outbound(Connection connection, TcpStages stages) {
    this.connection = connection;
    this.stages = stages;
    this.threshold = stages.config().writeThreshold();
  }

  /** Sets threshold and policy. Any thread. */
  void limit(int bytes, WritePolicy newPolicy) {
    threshold = bytes;
    policy = newPolicy;
  }

  /** Returns the threshold. Any thread. */
  int threshold() {
    return threshold;
  }

  /** Returns the policy. Any thread. */
  WritePolicy policy() {
    return policy;
  }

  @Override
  public Connection connection() {
    return connection;
  }

  /** True if the policy applies. Any thread. */
  boolean isClogged() {
    return clogged;
  }

  boolean blocksReads() {
    return clogged && policy == WritePolicy.BLOCK_READS;
  }

  /** Returns the number of queued bytes. */
  long pending() {
    return queue == null ? 0 : queue.pending();
  }

  boolean isEmpty() {
    return (queue == null || queue.isEmpty()) && connection.transport().isFlushed();
  }

  /** True if the write stage has no work for this connection. */
  boolean isIdle() {
    return isEmpty() && !queued;
  }

  /** True if the output ends after the queued bytes. Any thread. */
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
    if (queue.pending() > threshold && !clogged) {
      clogged = true;
    }
    enqueue();
  }

  // ---- other threads

  /** Returns the handover for calls from other threads, created at first use. Any thread. */
  Handover handover() {
    Handover made = handover;
    return made == null ? makeHandover() : made;
  }

  private synchronized Handover makeHandover() {
    if (handover == null) {
      handover = new Handover(connection, this, stages);
    }
    return handover;
  }

  /** Runs the accepted calls of other threads before the output ends. */
  void finishHandover() {
    if (handover != null) {
      handover.endWrites();
    }
  }

  /** The connection has closed. */
  void closeHandover() {
    if (handover != null) {
      handover.close();
    }
  }

  private long withThoseOnTheirWay(long bytes) {
    return handover == null ? bytes : handover.waits(bytes);
  }

  /** Queues bytes that were accepted before. */
  void add(ByteBuffer bytes) {
    if (connection.mayWrite()) {
      queue().add(bytes, null);
      added();
    }
  }

  /** Queues a part of a file that was accepted before. */
  void add(FileRegion region) {
    if (connection.mayWrite()) {
      queue().add(region);
      added();
    } else {
      region.release();
    }
  }

  /**
   * Applies the policy, because bytes in transit exceeded the threshold. They may already be
   * written.
   */
  void clog() {
    if (connection.mayWrite()) {
      clogged = true;
      enqueue(); // the flush checks whether it still applies
    }
  }

  void whenFlushed(FlushListener listener) {
    if (connection.mayWrite()) {
      queue().mark(listener);
      enqueue();
    } else {
      listener.flushed(false);
    }
  }

  /** Ends the output after the queued bytes. */
  void end() {
    ending = true;
    enqueue();
  }

  // ---- the write stage

  void enqueue() {
    if (queued) {
      return;
    }
    EnqueueResult result = stages.write().enqueue(this);
    queued = result.accepted();
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      connection.close();
    } else if (!queued) {
      connection.interest().ignore(SelectionKey.OP_WRITE);
      connection.home().schedule(Connection.RETRY, this::enqueueIfOpen);
    }
  }

  private void enqueueIfOpen() {
    if (!connection.isClosed()) {
      enqueue();
    }
  }

  @Override
  public void take() {
    queued = false;
    if (connection.mayFlush()) {
      flush();
    }
  }

  private void flush() {
    Transport transport = connection.transport();
    try {
      long n = transport.write(queue(), connection.scratch().gather);
      if (transport.isFlushed()) {
        queue.complete(); // the listener may write more, or close
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
    long left = withThoseOnTheirWay(pending());
    if (clogged && left <= threshold / 2) {
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
    connection.interest().ignore(SelectionKey.OP_WRITE);
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
      connection.use().sending();
    }
    if (queue.isBlocked() || !connection.transport().isFlushed()) {
      connection.interest().listenFor(SelectionKey.OP_WRITE);
    } else {
      enqueue();
    }
  }

  private void timedOut() {
    log.debug("{} takes no bytes", connection.remote());
    connection.close();
  }

  /** Drops the queued bytes. */
  void release() {
    if (timeout != null) {
      timeout.stop();
    }
    if (queue != null) {
      queue.release();
      queue = null; // not reused: it may be in use on the stack
    }
  }
}
