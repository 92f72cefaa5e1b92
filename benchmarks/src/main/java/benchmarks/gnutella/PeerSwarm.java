package benchmarks.gnutella;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The peers of a router, all on one thread: each sends at full speed, and discards its input. */
final class PeerSwarm implements AutoCloseable {
  private static final int CHUNK = 8 << 10;
  private static final int SEND_BUFFER = 16 << 10;
  private static final long LOOK_MILLIS = 10;

  /** Writes between two rounds of reads, so that no peer reads slowly. */
  private static final int WRITES = 32;

  private final Selector selector = Selector.open();
  private final ByteBuffer sink = ByteBuffer.allocateDirect(256 << 10);
  private final PacketMix mix;
  private int turn;

  private record Peer(int number, SocketChannel channel, ByteBuffer chunk) {}

  /** Connects peers; the first are ultrapeers, which route, the others leaves. */
  PeerSwarm(InetSocketAddress router, int peers, int ultrapeers) throws IOException {
    mix = new PacketMix(peers);
    for (int i = 0; i < peers; i++) {
      SocketChannel channel = connect(router, i < ultrapeers);
      channel.configureBlocking(false);
      channel.register(
          selector,
          SelectionKey.OP_READ | SelectionKey.OP_WRITE,
          new Peer(i, channel, ByteBuffer.allocateDirect(CHUNK).limit(0)));
    }
  }

  /** Connects a peer, with its handshake; its channel blocks. */
  static SocketChannel connect(InetSocketAddress router, boolean ultrapeer) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.connect(router);
    String role = ultrapeer ? "True" : "False";
    channel.write(ascii("GNUTELLA CONNECT/0.6\r\nX-Ultrapeer: " + role + "\r\n\r\n"));
    StringBuilder answer = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (answer.indexOf("\r\n\r\n") < 0) {
      if (channel.read(one.clear()) < 0) {
        throw new BenchmarkException("the router refuses a peer: " + answer);
      }
      answer.append((char) one.get(0));
    }
    channel.write(ascii("GNUTELLA/0.6 200 OK\r\n\r\n"));
    return channel;
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void read(Peer peer) throws IOException {
    int n = sink.capacity();
    while (n == sink.capacity()) {
      n = peer.channel.read(sink.clear());
    }
    BenchmarkException.require(n >= 0, "the router has closed a peer");
  }

  private void write(Peer peer) throws IOException {
    if (!peer.chunk.hasRemaining()) {
      peer.chunk.clear();
      while (peer.chunk.remaining() >= PacketMix.LONGEST) {
        mix.next(peer.number, peer.chunk);
      }
      peer.chunk.flip();
    }
    peer.channel.write(peer.chunk);
  }

  /** Sends and reads while {@code goOn} is true. */
  void run(BooleanSupplier goOn) throws IOException {
    List<Peer> writable = new ArrayList<>();
    while (goOn.getAsBoolean()) {
      selector.select(LOOK_MILLIS);
      for (SelectionKey key : selector.selectedKeys()) {
        Peer peer = (Peer) key.attachment();
        if (key.isReadable()) {
          read(peer);
        }
        if (key.isWritable()) {
          writable.add(peer);
        }
      }
      selector.selectedKeys().clear();
      for (int i = Math.min(WRITES, writable.size()); i > 0; i--) {
        write(writable.get((turn++ & Integer.MAX_VALUE) % writable.size()));
      }
      writable.clear();
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
