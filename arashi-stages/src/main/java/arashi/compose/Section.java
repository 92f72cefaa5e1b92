package arashi.compose;

import java.io.IOException;
import java.io.OutputStream;

/** A run of bytes of a mail. */
interface Section {
  long size();

  void writeTo(OutputStream out) throws IOException;

  /** A section of bytes in memory, which must not change. */
  static Section of(byte[] bytes) {
    return new Section() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
      }
    };
  }
}
