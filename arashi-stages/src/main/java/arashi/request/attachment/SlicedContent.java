package arashi.request.attachment;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of a file that is sent, read in slices. A slice takes some milliseconds of a shared
 * thread. Not thread-safe; blocks on the database.
 */
interface SlicedContent extends Closeable {
  /** The length is unknown until the end. */
  long UNKNOWN = -1;

  /**
   * Reads the next bytes, up to the size of the buffer or the end of the slice.
   *
   * @return number of bytes; 0 if the slice found none
   * @throws MissingPartException if there is no such part; only before the first byte
   */
  int read(byte[] into) throws IOException;

  /** True once all bytes have been read. */
  boolean isEnded();

  /** Returns the length in bytes, or {@link #UNKNOWN}; valid from the first byte on. */
  long length();

  /** Releases its resources without blocking. */
  @Override
  void close();
}
