package arashi.mime.parse;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the octets and lines of a body as it is encoded. */
final class CountedBody extends FilterInputStream {
  private long octets;
  private long lineFeeds;
  private int last = '\n';

  CountedBody(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int n = in.read(into, offset, length);
    for (int i = offset; i < offset + n; i++) {
      lineFeeds += into[i] == '\n' ? 1 : 0;
    }
    if (n > 0) {
      octets += n;
      last = into[offset + n - 1];
    }
    return n;
  }

  long octets() {
    return octets;
  }

  /** Returns the number of lines; the last may have no line end. */
  long lines() {
    return lineFeeds + (last == '\n' ? 0 : 1);
  }
}
