package arashi.request.attachment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/** The original mail below the trace fields that delivery added for its recipient. */
final class OriginalContent implements SlicedContent {
  private final InputStream raw;
  private final InputStream all;
  private final long length;
  private long left;

  /** Owns {@code raw}, which has {@code size} bytes. */
  OriginalContent(byte[] trace, InputStream raw, long size) {
    this.raw = raw;
    this.all = new SequenceInputStream(new ByteArrayInputStream(trace), raw);
    this.length = trace.length + size;
    this.left = length;
  }

  @Override
  public int read(byte[] into) throws IOException {
    int n = all.readNBytes(into, 0, (int) Math.min(into.length, left));
    left -= n;
    if (n == 0 && left > 0) {
      throw new IOException("the stored mail is truncated");
    }
    return n;
  }

  @Override
  public boolean isEnded() {
    return left == 0;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() {
    Streams.close(raw);
  }
}
