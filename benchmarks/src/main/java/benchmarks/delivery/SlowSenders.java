package benchmarks.delivery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that begin a mail and then send an octet of it each second. One that the server closes
 * comes again. One thread serves them all.
 */
public final class SlowSenders implements AutoCloseable {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int ANSWER_BYTES = 512;

  private final InetSocketAddress server;
  private final byte[] beginning;
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER_BYTES);
  private final AtomicLong closed = new AtomicLong();
  private final Thread thread = new Thread(this::run, "slow-senders");
  private volatile boolean ended;

  /** Connects them all to a port of this machine, and begins. */
  public SlowSenders(int port, String recipient, int count) throws IOException {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    beginning =
        ("LHLO slow.example.net\r\nMAIL FROM:<slow@example.net>\r\nRCPT TO:<"
                + recipient
                + ">\r\nDATA\r\nSubject: ")
            .getBytes(StandardCharsets.US_ASCII);
    try {
      for (int i = 0; i < count; i++) {
        channels.add(connect());
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    thread.setDaemon(true);
    thread.start();
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.write(ByteBuffer.wrap(beginning));
    return channel;
  }

  private void run() {
    while (!ended) {
      long next = System.nanoTime() + SECOND;
      for (int i = 0; i < channels.size() && !ended; i++) {
        channels.set(i, afterAnOctet(channels.get(i)));
      }
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }

  private SocketChannel afterAnOctet(SocketChannel channel) {
    try {
      channel.write(ByteBuffer.wrap(new byte[] {'x'}));
      answer.clear();
      if (channel.read(answer) >= 0) {
        return channel;
      }
    } catch (IOException e) {
      // a reset: closed as well
    }
    closed.incrementAndGet();
    try {
      channel.close();
      return connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connections that the server has closed. */
  public long closed() {
    return closed.get();
  }

  @Override
  public void close() throws IOException {
    ended = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
