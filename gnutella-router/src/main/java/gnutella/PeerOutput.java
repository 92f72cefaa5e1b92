package gnutella;

import gnutella.protocol.Deflation;
import gnutella.routing.OutgoingQueue;
import java.nio.ByteBuffer;
import seda.netio.BufferPool;
import seda.netio.Connection;

/** Output to one peer: drains its queue into the socket, compressed if negotiated. */
final class PeerOutput {
  private final Connection connection;
  private final OutgoingQueue queue;
  private final BufferPool pool;
  private final Deflation deflation; // null if not compressed

  PeerOutput(Connection connection, OutgoingQueue queue, BufferPool pool, boolean deflating) {
    this.connection = connection;
    this.queue = queue;
    this.pool = pool;
    this.deflation = deflating ? new Deflation() : null;
  }

  /** Writes from the queue until it is empty or the socket has reached its threshold. */
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
