package benchmarks.sockets;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that send a burst as soon as the one before is answered. A thread for each core, with
 * a share of the connections.
 *
 * <p>The bytes come from a file: the system hands its pages to the sockets and copies nothing, so
 * the load takes less of the cores than the server, and bursts stay in the cache with any number of
 * connections.
 */
final class BurstLoad implements AutoCloseable {
  /**
   * Bytes that a connection sends in its turn: two of the largest segments of Linux's loopback
   * interface, because a remainder would be a third one.
   */
  private static final int TURN_BYTES = 2 * 65_483;

  private final FileChannel packets;
  private final List<Sender> senders = new ArrayList<>();

  BurstLoad(InetSocketAddress server, int connections) throws IOException {
    packets =
        FileChannel.open(
            Files.createTempFile("arashi-bench-packets", null),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    packets.write(ByteBuffer.allocate(TURN_BYTES));
    int threads = Math.min(connections, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < threads; i++) {
      senders.add(new Sender());
    }
    try {
      for (int i = 0; i < connections; i++) {
        senders.get(i % threads).connect(server);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    senders.forEach(Sender::start);
  }

  @Override
  public void close() throws IOException {
    senders.forEach(Sender::end);
    for (Sender sender : senders) {
      sender.await();
    }
    packets.close();
  }

  private final class Sender extends Thread {
    private final Selector selector = Selector.open();
    private final ByteBuffer answer = BurstServer.answer();
    private final List<SocketChannel> channels = new ArrayList<>();
    private volatile boolean ending;
    private volatile IOException failure;

    Sender() throws IOException {
      super("sender");
    }

    /** Blocks until there is a connection, so that no backlog overflows. */
    void connect(InetSocketAddress server) throws IOException {
      SocketChannel channel = SocketChannel.open(server);
      channels.add(channel);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_WRITE, new Burst());
    }

    @Override
    public void run() {
      try {
        while (!ending) {
          selector.select(this::ready);
        }
      } catch (UncheckedIOException e) {
        failure = e.getCause();
      } catch (IOException e) {
        failure = e;
      }
    }

    private void ready(SelectionKey key) {
      Burst burst = (Burst) key.attachment();
      SocketChannel channel = (SocketChannel) key.channel();
      try {
        if (burst.unsent > 0) {
          burst.unsent -= (int) packets.transferTo(0, Math.min(TURN_BYTES, burst.unsent), channel);
          if (burst.unsent == 0) {
            key.interestOps(SelectionKey.OP_READ);
          }
        } else {
          receive(key, channel, burst);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void receive(SelectionKey key, SocketChannel channel, Burst burst) throws IOException {
      int n = channel.read(answer.clear().limit(burst.unread));
      if (n < 0) {
        throw new EOFException("the server closed a connection");
      }
      burst.unread -= n;
      if (burst.unread == 0) {
        burst.unsent = BurstServer.BURST_BYTES;
        burst.unread = BurstServer.ANSWER_BYTES;
        key.interestOps(SelectionKey.OP_WRITE);
      }
    }

    void end() {
      ending = true;
      selector.wakeup();
    }

    void await() throws IOException {
      try {
        join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      for (SocketChannel channel : channels) {
        channel.close();
      }
      selector.close();
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** Remaining bytes of a connection's burst. */
  private static final class Burst {
    private int unsent = BurstServer.BURST_BYTES;
    private int unread = BurstServer.ANSWER_BYTES;
  }
}
