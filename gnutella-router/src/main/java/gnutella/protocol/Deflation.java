package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * Our compressed stream to a peer, flushed at the end of each buffer so that no packet waits for
 * the next one. Of one thread; {@link #close} frees memory outside of the heap.
 */
public final class Deflation implements AutoCloseable {
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);

  /** The beginning of a stream. */
  public Deflation() {}

  /** The next part of the stream, with all of these bytes in it, in a buffer of its own. */
  public ByteBuffer deflate(ByteBuffer bytes) {
    int length = bytes.remaining();
    ByteBuffer deflated = ByteBuffer.allocate(length + length / 8 + 64); // mostly it is a third
    deflater.setInput(bytes);
    deflater.deflate(deflated, Deflater.SYNC_FLUSH);
    while (!deflated.hasRemaining()) { // there may be more
      deflated = ByteBuffer.allocate(2 * deflated.capacity()).put(deflated.flip());
      deflater.deflate(deflated, Deflater.SYNC_FLUSH);
    }
    return deflated.flip();
  }

  @Override
  public void close() {
    deflater.end();
  }
}
