package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses a peer's stream piece by piece into a buffer of fixed size, which bounds memory
 * however far a few bytes inflate. Confined to one thread. {@link #close} frees off-heap memory.
 */
public final class Inflation implements AutoCloseable {
  private final Inflater inflater = new Inflater();
  private final ByteBuffer output;
  private boolean damaged;

  /** Starts a stream with a buffer of {@code pieceBytes}. */
  public Inflation(int pieceBytes) {
    this.output = ByteBuffer.allocate(pieceBytes);
  }

  /**
   * Inflates the next piece.
   *
   * @param input its position moves past the consumed bytes
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

  /** True if the bytes are not a deflate stream, or continue past its end. */
  public boolean isDamaged() {
    return damaged;
  }

  @Override
  public void close() {
    inflater.end();
  }
}
