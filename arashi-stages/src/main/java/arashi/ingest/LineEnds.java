package arashi.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Converts the line ends of old Macintosh programs, carriage returns, to line feeds. */
final class LineEnds extends FilterInputStream {
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private LineEnds(InputStream in) {
    super(in);
  }

  /**
   * Returns a stream without a byte-order mark, converted if its beginning has no line feed.
   *
   * @param in with room to push back {@link FileShape#SNIFFED} bytes
   */
  static InputStream unix(PushbackInputStream in) throws IOException {
    byte[] head = in.readNBytes(FileShape.SNIFFED);
    int skipped = startsWithMark(head) ? MARK.length : 0;
    in.unread(head, skipped, head.length - skipped);
    boolean feeds = false;
    boolean returns = false;
    for (byte b : head) {
      feeds |= b == '\n';
      returns |= b == '\r';
    }
    return returns && !feeds ? new LineEnds(in) : in;
  }

  private static boolean startsWithMark(byte[] head) {
    return head.length > MARK.length
        && head[0] == MARK[0]
        && head[1] == MARK[1]
        && head[2] == MARK[2];
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    return b == '\r' ? '\n' : b;
  }

  @Override
  public int read(byte[] into, int from, int most) throws IOException {
    int read = in.read(into, from, most);
    for (int i = from; i < from + read; i++) {
      if (into[i] == '\r') {
        into[i] = '\n';
      }
    }
    return read;
  }
}
