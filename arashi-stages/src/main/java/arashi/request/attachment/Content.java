package arashi.request.attachment;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of a file that is sent, read a slice at a time: a slice takes some milliseconds of a
 * thread that others need too. One thread at a time; blocks on the database.
 */
interface Content extends Closeable {
  /** The length is known only at the end. */
  long UNKNOWN = -1;

  /**
   * Reads the next bytes, as many as there is room for, or fewer if the slice is over.
   *
   * @return how many; 0 if the slice brought none
   * @throws MissingPartException if there is no such part, before the first byte
   */
  int read(byte[] into) throws IOException;

  /** True once all bytes have been read. */
  boolean isEnded();

  /** The length in bytes, or {@link #UNKNOWN}; right from the first byte on. */
  long length();

  /** Gives back what it holds. Doesn't block. */
  @Override
  void close();
}
