package benchmarks.sockets;

import benchmarks.load.Processes;
import benchmarks.report.BenchmarkException;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Connections that send a burst as soon as the previous one is answered. A thread for each core
 * serves a share of the connections.
 *
 * <p>The bytes come from a file: the system hands its pages to the sockets and copies nothing, so
 * the load takes less of the cores than the server, and bursts stay in the cache with any number of
 * connections.
 */
final class BurstLoad implements AutoCloseable {
  /**
   * Bytes that a connection sends in its turn: two of the largest segments of Linux's loopback
   * interface, because a remainder would be a third segment.
   */
  private static final int TURN_BYTES = 2 * 65_483;

  private final FileChannel packets;
  private final List<Sender> senders = new ArrayList<>();
  private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
  private volatile boolean ending;

  BurstLoad(InetSocketAddress server, int connections) throws IOException {
    packets =
        FileChannel.open(
            Files.createTempFile("arashi-bench-packets", null),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    packets.write(ByteBuffer.allocate(TURN_BYTES));
    int threads = Math.min(connections, Runtime.getRuntime().availableProcessors());
    try {
      for (int i = 0; i < connections; i++) {
        if (i < threads) {
          senders.add(new Sender());
        }
        senders.get(i % threads).connect(server);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    running =
        CompletableFuture.runAsync(
            () -> Processes.<Void>together(List.copyOf(senders)),
            task -> new Thread(task, "senders").start());
  }

  @Override
  public void close() throws IOException {
    ending = true;
    senders.forEach(sender -> sender.selector.wakeup());
    try {
      running.join();
    } catch (CompletionException e) {
      throw new BenchmarkException(e.getCause().getMessage(), e);
    } finally {
      for (Sender sender : senders) {
        for (SelectionKey key : sender.selector.keys()) {
          key.channel().close();
        }
        sender.selector.close();
      }
      packets.close();
    }
  }

  private final class Sender implements Callable<Void> {
    private final Selector selector = Selector.open();
    private final ByteBuffer answer = BurstServer.answer();

    Sender() throws IOException {}

    /** Blocks until it is connected, so that no backlog overflows. */
    void connect(InetSocketAddress server) throws IOException {
      SocketChannel channel = SocketChannel.open(server);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_WRITE, new Burst());
    }

    @Override
    public Void call() throws IOException {
      while (!ending) {
        selector.select(this::ready);
      }
      return null;
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
  }

  /** Remaining bytes of a connection's burst. */
  private static final class Burst {
    private int unsent = BurstServer.BURST_BYTES;
    private int unread = BurstServer.ANSWER_BYTES;
  }
}
