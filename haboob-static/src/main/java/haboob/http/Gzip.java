package haboob.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/** Compresses what nobody has compressed before. */
public final class Gzip {
  /** What fits into a packet is not sent sooner for being shorter. */
  private static final int MIN_BYTES = 1024;

  /** It must save a tenth, or unpacking costs the client more than it gains. */
  private static final double MAX_PART = 0.9;

  private Gzip() {}

  /** Null if it is not worth while. As it takes its time, not for processors. */
  public static ByteBuffer compress(ByteBuffer plain) {
    int size = plain.remaining();
    if (size < MIN_BYTES) {
      return null;
    }
    byte[] bytes = new byte[size];
    plain.get(bytes);
    ByteArrayOutputStream out = new ByteArrayOutputStream(size / 2);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory can be written", e);
    }
    return out.size() <= MAX_PART * size
        ? ByteBuffer.wrap(out.toByteArray()).asReadOnlyBuffer()
        : null;
  }
}
