package gnutella;

import gnutella.protocol.Deflation;
import gnutella.routing.OutgoingQueue;
import java.nio.ByteBuffer;
import seda.netio.BufferPool;
import seda.netio.Connection;

/**
 * What goes to one peer: out of its queue, compressed if that was agreed, as the socket takes it.
 */
final class PeerOutput {
  private final Connection connection;
  private final OutgoingQueue queue;
  private final BufferPool pool;
  private final Deflation deflation; // null if it is not compressed

  PeerOutput(Connection connection, OutgoingQueue queue, BufferPool pool, boolean deflating) {
    this.connection = connection;
    this.queue = queue;
    this.pool = pool;
    this.deflation = deflating ? new Deflation() : null;
  }

  /** Gives the socket what waits, until it has enough. */
  void drain() {
    int next = 1;
    while (next > 0 && !connection.isClogged()) {
      next = queue.nextLength();
      if (next > 0) {
        write(next);
      }
    }
  }

  private void write(int first) {
    boolean pooled = first <= pool.bufferBytes();
    ByteBuffer buffer = pooled ? pool.take() : ByteBuffer.allocate(first);
    queue.drainTo(buffer);
    buffer.flip();
    if (deflation != null) {
      connection.write(deflation.deflate(buffer));
      if (pooled) {
        pool.give(buffer);
      }
    } else if (pooled) {
      connection.write(buffer, pool);
    } else {
      connection.write(buffer);
    }
  }

  void release() {
    queue.close();
    if (deflation != null) {
      deflation.close();
    }
  }
}
