package benchmarks.sockets;

import benchmarks.BenchmarkException;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections on which bursts are sent, each as soon as that before is answered. A thread for each
 * core, with a share of the connections.
 */
final class BurstLoad implements AutoCloseable {
  private final List<Sender> senders = new ArrayList<>();

  /** Connects, and begins to send. */
  BurstLoad(InetSocketAddress server, int connections) throws IOException {
    int threads = Math.min(connections, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < threads; i++) {
      senders.add(new Sender());
    }
    try {
      for (int i = 0; i < connections; i++) {
        senders.get(i % threads).connect(server);
      }
    } catch (IOException e) {
      for (Sender sender : senders) {
        sender.release();
      }
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
  }

  /** A thread with its connections. */
  private static final class Sender extends Thread {
    private final Selector selector = Selector.open();
    private final ByteBuffer packets = ByteBuffer.allocateDirect(BurstServer.READ_BYTES);
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
      channel.register(selector, SelectionKey.OP_WRITE, new Burst(channel));
    }

    @Override
    public void run() {
      try {
        while (!ending) {
          selector.select(key -> ((Burst) key.attachment()).ready(key, packets));
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

    void ready(SelectionKey key, ByteBuffer packets) {
      try {
        if (unsent > 0) {
          send(key, packets);
        } else {
          receive(key, packets);
        }
      } catch (IOException e) {
        throw new BenchmarkException("a connection failed", e);
      }
    }

    private void send(SelectionKey key, ByteBuffer packets) throws IOException {
      packets.clear().limit(Math.min(packets.capacity(), unsent));
      unsent -= channel.write(packets);
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
