package benchmarks.sockets;

import benchmarks.report.BenchmarkException;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections on which bursts are sent, each as soon as that before is answered. A thread for each
 * core, with a share of the connections.
 *
 * <p>What is sent comes from a file: the system hands its pages to the sockets and copies nothing,
 * so that the load takes less of the cores than the server, and a burst is read from the cache
 * however many wait.
 */
final class BurstLoad implements AutoCloseable {
  /**
   * What a connection sends in its turn: two segments of the most that Linux's loopback interface
   * takes, for a rest would be a third one.
   */
  private static final int TURN_BYTES = 2 * 65_483;

  private final FileChannel packets;
  private final List<Sender> senders = new ArrayList<>();

  BurstLoad(InetSocketAddress server, int connections) throws IOException {
    Path file = Files.createTempFile("arashi-bench-packets", null);
    packets =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    packets.write(ByteBuffer.allocate(TURN_BYTES));
    int threads = Math.min(connections, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < threads; i++) {
      senders.add(new Sender(packets));
    }
    try {
      for (int i = 0; i < connections; i++) {
        senders.get(i % threads).connect(server);
      }
    } catch (IOException e) {
      for (Sender sender : senders) {
        sender.release();
      }
      packets.close();
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

  private static final class Sender extends Thread {
    private final Selector selector = Selector.open();
    private final FileChannel packets;
    private final ByteBuffer answer = BurstServer.answer();
    private final List<SocketChannel> channels = new ArrayList<>();
    private volatile boolean ending;
    private volatile IOException failure;

    Sender(FileChannel packets) throws IOException {
      super("sender");
      this.packets = packets;
    }

    /** Blocks until there is a connection, so that no backlog overflows. */
    void connect(InetSocketAddress server) throws IOException {
      SocketChannel channel = SocketChannel.open(server);
      channels.add(channel);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_WRITE, new Burst(channel));
    }

    @Override
    public void run() {
      try {
        while (!ending) {
          selector.select(key -> ((Burst) key.attachment()).ready(key, packets, answer));
        }
      } catch (BenchmarkException e) {
        failure = (IOException) e.getCause();
      } catch (IOException e) {
        failure = e;
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
      release();
      if (failure != null) {
        throw failure;
      }
    }

    void release() throws IOException {
      for (SocketChannel channel : channels) {
        channel.close();
      }
      selector.close();
    }
  }

  /** Where a connection is: sending, or waiting for the answer. */
  private static final class Burst {
    private final SocketChannel channel;
    private int unsent = BurstServer.BURST_BYTES;
    private int unread;

    Burst(SocketChannel channel) {
      this.channel = channel;
    }

    void ready(SelectionKey key, FileChannel packets, ByteBuffer answer) {
      try {
        if (unsent > 0) {
          send(key, packets);
        } else {
          receive(key, answer);
        }
      } catch (IOException e) {
        throw new BenchmarkException("a connection failed", e);
      }
    }

    private void send(SelectionKey key, FileChannel packets) throws IOException {
      unsent -= (int) packets.transferTo(0, Math.min(TURN_BYTES, unsent), channel);
      if (unsent == 0) {
        unread = BurstServer.ANSWER_BYTES;
        key.interestOps(SelectionKey.OP_READ);
      }
    }

    private void receive(SelectionKey key, ByteBuffer answer) throws IOException {
      int n = channel.read(answer.clear().limit(unread));
      if (n < 0) {
        throw new EOFException("the server closed a connection");
      }
      unread -= n;
      if (unread == 0) {
        unsent = BurstServer.BURST_BYTES;
        key.interestOps(SelectionKey.OP_WRITE);
      }
    }
  }
}
