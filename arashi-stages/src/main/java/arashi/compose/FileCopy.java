package arashi.compose;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Reads files up to their declared size, which comes from a form. */
final class FileCopy {
  private static final int BUFFER = 64 << 10;

  private FileCopy() {}

  /**
   * Writes the content of a file; does not close the stream.
   *
   * @throws IOException if it can't be read, or its size differs from the declared one
   */
  static void copy(Attached file, Contents contents, OutputStream out) throws IOException {
    try (InputStream in = contents.open(file)) {
      byte[] buffer = new byte[BUFFER];
      long left = file.size();
      int count = in.read(buffer);
      while (count >= 0 && count <= left) {
        out.write(buffer, 0, count);
        left -= count;
        count = in.read(buffer);
      }
      if (count >= 0 || left > 0) {
        throw new IOException("file differs from its declared size of " + file.size());
      }
    }
  }
}
