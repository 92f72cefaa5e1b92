package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * The compressed stream to one peer. Each buffer ends with a flush, so no packet waits for the next
 * one. Confined to one thread. {@link #close} frees off-heap memory.
 */
public final class Deflation implements AutoCloseable {
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);

  /** Starts a stream. */
  public Deflation() {}

  /** Returns the next part of the stream, which contains all of {@code bytes}, in a new buffer. */
  public ByteBuffer deflate(ByteBuffer bytes) {
    int length = bytes.remaining();
    ByteBuffer deflated = ByteBuffer.allocate(length + length / 8 + 64); // usually a third is used
    deflater.setInput(bytes);
    deflater.deflate(deflated, Deflater.SYNC_FLUSH);
    while (!deflated.hasRemaining()) { // full: there may be more
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
