package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A peer's compressed stream, piece by piece into a buffer of a fixed size: however much a few
 * bytes inflate to, no more than that is held. Of one thread; {@link #close} frees memory outside
 * of the heap.
 */
public final class Inflation implements AutoCloseable {
  private final Inflater inflater = new Inflater();
  private final ByteBuffer output;
  private boolean damaged;

  /** The beginning of a stream; {@code pieceBytes} are held. */
  public Inflation(int pieceBytes) {
    this.output = ByteBuffer.allocate(pieceBytes);
  }

  /**
   * Inflates the next piece.
   *
   * @param input its position moves behind what was taken
   * @return the piece, valid until the next call; empty once the input is used up, or if the stream
   *     is {@link #isDamaged damaged}
   */
  public ByteBuffer next(ByteBuffer input) {
    output.clear();
    if (!damaged) {
      inflater.setInput(input);
      try {
        inflater.inflate(output);
        damaged = inflater.needsDictionary() || (inflater.finished() && input.hasRemaining());
      } catch (DataFormatException e) {
        damaged = true;
      }
    }
    return output.flip();
  }

  /** True if the bytes are no such stream, or go on behind its end. */
  public boolean isDamaged() {
    return damaged;
  }

  @Override
  public void close() {
    inflater.end();
  }
}
