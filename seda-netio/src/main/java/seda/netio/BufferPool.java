package seda.netio;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reusable direct buffers of one size. Belongs to one processor; not thread-safe. Keeps a bounded
 * number of free buffers and leaves the rest to the garbage collector.
 */
public final class BufferPool {
  private final int bufferBytes;
  private final int maxFree;
  private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
  private final AtomicInteger taken = new AtomicInteger(); // written by one thread

  /**
   * Creates an empty pool.
   *
   * @param bufferBytes size of each buffer
   * @param maxFree largest number of free buffers kept
   */
  public BufferPool(int bufferBytes, int maxFree) {
    this.bufferBytes = bufferBytes;
    this.maxFree = maxFree;
  }

  /** Returns a cleared buffer. It belongs to the caller until {@link #give}. */
  public ByteBuffer take() {
    taken.lazySet(taken.get() + 1);
    ByteBuffer buffer = free.pollLast(); // the last one used is still in the core's cache
    return buffer == null ? ByteBuffer.allocateDirect(bufferBytes) : buffer;
  }

  /** Gives back a buffer of this pool; the caller must not use it afterwards. */
  public void give(ByteBuffer buffer) {
    taken.lazySet(taken.get() - 1);
    if (free.size() < maxFree) {
      free.addLast(buffer.clear());
    }
  }

  /** Drops a buffer that another thread may still read; it is not reused. */
  void forget() {
    taken.lazySet(taken.get() - 1);
  }

  /** Returns the size of each buffer. */
  public int bufferBytes() {
    return bufferBytes;
  }

  /** Returns the number of buffers in use. Any thread. */
  public int taken() {
    return taken.get();
  }
}
