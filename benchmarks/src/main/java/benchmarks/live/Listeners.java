package benchmarks.live;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Browsers that follow their accounts by {@code GET /events}, each over a connection of its own.
 * One thread reads for all of them, and measures the delay of each event.
 */
final class Listeners implements AutoCloseable {
  /** Each address of loopback has its own ports, and its own share of the service's connections. */
  private static final int OF_ADDRESS = 500;

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final byte[] EVENT = "\ndata: ".getBytes(StandardCharsets.US_ASCII);

  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private final Histogram delays = new ConcurrentHistogram(LONGEST_NANOS, 3);
  private final AtomicLong ended = new AtomicLong();
  private final Thread thread = new Thread(this::run, "listeners");
  private volatile boolean closed;

  /** An account, and the time at which its last change was acknowledged. */
  static final class Followed {
    private final String cookie;
    private volatile long changedNanos;

    Followed(String cookie) {
      this.cookie = cookie;
    }

    void changed() {
      changedNanos = System.nanoTime();
    }
  }

  Listeners() throws IOException {
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens listeners of these accounts in turn, and waits until each has its first bytes. */
  void open(URI server, List<Followed> accounts, int count) throws IOException {
    InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
    for (int i = 0; i < count; i++) {
      Followed followed = accounts.get(i % accounts.size());
      SocketChannel channel = SocketChannel.open();
      byte[] from = {127, 0, 1, (byte) (1 + i / OF_ADDRESS)};
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
      channel.connect(address);
      channel.write(ByteBuffer.wrap(request(server, followed)));
      ByteBuffer first = ByteBuffer.allocate(1 << 12);
      BenchmarkException.require(
          channel.read(first) >= 0 && first.get(9) == '2', "a listener was refused");
      channel.configureBlocking(false);
      channels.add(channel);
      channel.register(selector, SelectionKey.OP_READ, followed);
    }
  }

  private static byte[] request(URI server, Followed followed) {
    return """
    GET /events?since=0 HTTP/1.1\r
    Host: %s:%d\r
    User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r
    Accept: text/event-stream\r
    Accept-Language: en-GB,en;q=0.7,de;q=0.3\r
    Accept-Encoding: gzip, deflate\r
    Cache-Control: no-cache\r
    Sec-Fetch-Site: same-origin\r
    Sec-Fetch-Mode: cors\r
    Sec-Fetch-Dest: empty\r
    Cookie: %s\r
    \r
    """
        .formatted(server.getHost(), server.getPort(), followed.cookie)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private void run() {
    try {
      while (!closed) {
        selector.select(this::read, 100);
      }
    } catch (IOException e) {
      throw new BenchmarkException("listening failed: " + e.getMessage(), e);
    }
  }

  private void read(SelectionKey key) {
    Followed followed = (Followed) key.attachment();
    if (bytes((SocketChannel) key.channel()) < 0) {
      key.cancel();
      ended.incrementAndGet();
    } else if (hasEvent()) {
      long nanos = System.nanoTime() - followed.changedNanos;
      delays.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    }
  }

  private int bytes(SocketChannel channel) {
    try {
      int n = channel.read(buffer.clear());
      buffer.flip();
      return n;
    } catch (IOException e) {
      return -1;
    }
  }

  private boolean hasEvent() {
    int matched = 0;
    while (buffer.hasRemaining() && matched < EVENT.length) {
      byte b = buffer.get();
      matched = b == EVENT[matched] ? matched + 1 : b == EVENT[0] ? 1 : 0;
    }
    return matched == EVENT.length;
  }

  void reset() {
    delays.reset();
  }

  /** From the acknowledgement of a change to each of its events, in nanoseconds. */
  Histogram delays() {
    return delays.copy();
  }

  /** Answers that the service has ended. */
  long ended() {
    return ended.get();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (SocketChannel channel : channels) {
      channel.close();
    }
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    selector.close();
  }
}
