package arashi.store.blob;

import arashi.store.database.StoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Deflate in the zlib format (RFC 1950), in memory. */
public final class Deflate {

  private Deflate() {}

  /** Level 4: higher levels take more time but hardly shrink mail further. */
  private static final int LEVEL = 4;

  /** Compresses on the caller's thread. */
  public static byte[] compress(byte[] content) {
    Deflater deflater = new Deflater(LEVEL);
    try {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream(64 + content.length / 2);
      try (DeflaterOutputStream out = new DeflaterOutputStream(compressed, deflater, 16_384)) {
        out.write(content);
      }
      return compressed.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    } finally {
      deflater.end();
    }
  }

  /** Returns a stream that compresses into the given one. */
  static DeflaterOutputStream to(OutputStream compressed) {
    return new DeflaterOutputStream(compressed, new Deflater(LEVEL), 16_384) {
      @Override
      public void close() throws IOException {
        try {
          super.close();
        } finally {
          def.end(); // the stream does not end a deflater passed to it
        }
      }
    };
  }

  /**
   * Decompresses the output of {@link #compress}.
   *
   * @throws StoreException if the data is damaged
   */
  public static byte[] decompress(byte[] compressed) {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new StoreException("compressed data in the store is damaged", e);
    }
  }
}
