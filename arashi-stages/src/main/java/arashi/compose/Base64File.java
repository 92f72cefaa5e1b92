package arashi.compose;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The content of a file in base64 (RFC 2045, 6.8), without the end of its last line. */
record Base64File(Attached file, Contents contents) implements Section {
  private static final int LINE = 76;
  private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  @Override
  public long size() {
    long chars = (file.size() + 2) / 3 * 4;
    long lines = (chars + LINE - 1) / LINE;
    return chars + 2 * Math.max(0, lines - 1);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    OutputStream base64 = Base64.getMimeEncoder(LINE, LINE_END).wrap(new Unclosed(out));
    long written;
    try (InputStream in = contents.open(file);
        base64) {
      written = in.transferTo(base64);
    }
    if (written != file.size()) {
      throw new IOException("a file of " + file.size() + " bytes has " + written);
    }
  }

  /** The encoder ends its text when it is closed; the mail goes on. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() {}
  }
}
