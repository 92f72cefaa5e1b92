package seda.netio.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import seda.kernel.Budget;

/**
 * A body in a file. Written by one thread, then read by any. The answer to the request closes it.
 */
final class SpooledBody implements AutoCloseable {
  private final FileChannel channel;
  private final Budget.Lease room;
  private long size;

  SpooledBody(FileChannel channel, Budget.Lease room) {
    this.channel = channel;
    this.room = room;
  }

  void append(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      size += channel.write(bytes);
    }
  }

  /** Opens a stream from the start; each stream has its own position. */
  InputStream open() {
    return new Reader();
  }

  @Override
  public void close() {
    room.close();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Reader extends InputStream {
    private long at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int most = (int) Math.min(length, size - at);
      if (most <= 0) {
        return -1;
      }
      int count = channel.read(ByteBuffer.wrap(bytes, offset, most), at);
      at += Math.max(0, count);
      return count;
    }
  }
}
