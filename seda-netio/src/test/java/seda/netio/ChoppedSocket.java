package seda.netio;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;

/**
 * A socket that writes in pieces of random length, so that records and requests arrive in parts.
 */
final class ChoppedSocket extends Socket {
  private static final int LONGEST = 3000;
  private final Random random = new Random(42);

  /** For an accepting server socket. */
  ChoppedSocket() {}

  ChoppedSocket(InetSocketAddress address) throws IOException {
    setTcpNoDelay(true);
    connect(address);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int from = 0; from < length; ) {
          int n = Math.min(1 + random.nextInt(LONGEST), length - from);
          out.write(bytes, offset + from, n);
          from += n;
        }
      }
    };
  }
}
