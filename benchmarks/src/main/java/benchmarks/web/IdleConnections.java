package benchmarks.web;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that stay open after one request each. They have several addresses of the loopback
 * interface, because one address has too few ports.
 */
final class IdleConnections implements AutoCloseable {
  private static final int PER_ADDRESS = 9_000;
  private static final int FIRST_ADDRESS = 2;
  private static final byte[] REQUEST =
      ("GET " + FileSet.PAGE + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .getBytes(StandardCharsets.US_ASCII);

  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);

  IdleConnections(InetSocketAddress server, int count) throws IOException {
    try {
      for (int i = 0; i < count; i++) {
        open(server, "127.0.0." + (FIRST_ADDRESS + i / PER_ADDRESS));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void open(InetSocketAddress server, String from) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    channel.setOption(StandardSocketOptions.SO_LINGER, 0); // its port is free as soon as it closes
    channel.bind(new InetSocketAddress(from, 0));
    channel.connect(server);
    channel.write(ByteBuffer.wrap(REQUEST));
    int left = FileSet.PAGE_BYTES; // the head comes on top, and is shorter than the page
    while (left > 0) {
      int n = channel.read(buffer.clear());
      if (n < 0) {
        throw new EOFException("the server closed an idle connection");
      }
      left -= n;
    }
  }

  int closedByServer() throws IOException {
    int closed = 0;
    for (SocketChannel channel : channels) {
      channel.configureBlocking(false);
      closed += channel.read(buffer.clear()) < 0 ? 1 : 0;
    }
    return closed;
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
