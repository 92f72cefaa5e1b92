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
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Browsers that follow their accounts by {@code GET /events}, each on its own connection. One
 * thread reads from all, and measures the delay of each event.
 */
final class Listeners implements AutoCloseable {
  /** Each address of loopback has its own ports and its own limit of connections. */
  private static final int OF_ADDRESS = 500;

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private final Histogram delays = new ConcurrentHistogram(LONGEST_NANOS, 3);
  private final AtomicLong ended = new AtomicLong();
  private volatile boolean closed;

  /** The session of an account, and the time at which its last change was acknowledged. */
  record Followed(String cookie, AtomicLong changedNanos) {}

  Listeners() throws IOException {
    Thread thread = new Thread(this::run, "listeners");
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens listeners of the accounts in turn, and waits for the first bytes of each. */
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
    try (selector) {
      while (!closed) {
        selector.select(this::read, 100);
      }
    } catch (IOException e) {
      throw new BenchmarkException("listening failed: " + e.getMessage(), e);
    }
  }

  private void read(SelectionKey key) {
    String bytes = bytes((SocketChannel) key.channel());
    if (bytes == null) {
      key.cancel();
      ended.incrementAndGet();
    } else if (bytes.contains("\ndata: ")) {
      long nanos = System.nanoTime() - ((Followed) key.attachment()).changedNanos.get();
      delays.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    }
  }

  /** The next bytes; null at the end of the answer. */
  private String bytes(SocketChannel channel) {
    try {
      boolean ends = channel.read(buffer.clear()) < 0;
      return ends ? null : StandardCharsets.ISO_8859_1.decode(buffer.flip()).toString();
    } catch (IOException e) {
      return null;
    }
  }

  void reset() {
    delays.reset();
  }

  /** Times from the acknowledgement of a change to each of its events, in nanoseconds. */
  Histogram delays() {
    return delays.copy();
  }

  /** The number of answers that the service ended. */
  long ended() {
    return ended.get();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
