package arashi.request.attachment;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Closes streams over memory, which does not fail. */
final class Streams {
  private Streams() {}

  static void close(Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
