package seda.netio;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Direct buffers of one size, used again and again. Belongs to one processor; not thread-safe. It
 * keeps a bounded number of free ones and leaves the rest to the garbage collector.
 */
public final class BufferPool {
  private final int bufferBytes;
  private final int maxFree;
  private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
  private final AtomicInteger taken = new AtomicInteger(); // written by one thread

  /**
   * An empty pool.
   *
   * @param bufferBytes size of each buffer
   * @param maxFree how many unused ones are kept
   */
  public BufferPool(int bufferBytes, int maxFree) {
    this.bufferBytes = bufferBytes;
    this.maxFree = maxFree;
  }

  /** An empty buffer, the caller's until it is given back. */
  public ByteBuffer take() {
    taken.lazySet(taken.get() + 1);
    ByteBuffer buffer = free.pollLast(); // the one used last is the one still in the core's cache
    return buffer == null ? ByteBuffer.allocateDirect(bufferBytes) : buffer;
  }

  /** Gives back a buffer of this pool; the caller must not touch it any more. */
  public void give(ByteBuffer buffer) {
    taken.lazySet(taken.get() - 1);
    if (free.size() < maxFree) {
      free.addLast(buffer.clear());
    }
  }

  /** A buffer will not be given back: another thread may still read it, so it is not used again. */
  void forget() {
    taken.lazySet(taken.get() - 1);
  }

  /** Size of each buffer. */
  public int bufferBytes() {
    return bufferBytes;
  }

  /** How many buffers are in use. Any thread. */
  public int taken() {
    return taken.get();
  }
}
