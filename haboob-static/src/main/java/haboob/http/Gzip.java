package haboob.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/** Compresses content that has no compressed sibling. */
public final class Gzip {
  /** Content that fits into one packet gains nothing from compression. */
  private static final int MIN_BYTES = 1024;

  /** Compression must save a tenth, or decompression costs the client more than it gains. */
  private static final double MAX_PART = 0.9;

  private Gzip() {}

  /** Returns null if compression does not pay. Too slow for processors. */
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
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return out.size() <= MAX_PART * size
        ? ByteBuffer.wrap(out.toByteArray()).asReadOnlyBuffer()
        : null;
  }
}
