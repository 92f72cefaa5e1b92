package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Delivers short mails at a rate to recipients in turn, over a few connections. */
public final class PacedMail implements AutoCloseable {
  private static final int CONNECTIONS = 4;
  private static final AtomicLong NUMBER = new AtomicLong();

  private final int port;
  private final List<String> recipients;
  private final long betweenNanos;
  private final IntConsumer acknowledged;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong delivered = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  /**
   * A flow that has not begun.
   *
   * @param port where the server takes LMTP on this machine
   * @param perSecond mails of all recipients together
   * @param acknowledged gets the index of the recipient of each acknowledged mail
   */
  public PacedMail(int port, List<String> recipients, double perSecond, IntConsumer acknowledged) {
    this.port = port;
    this.recipients = List.copyOf(recipients);
    this.betweenNanos = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    this.acknowledged = acknowledged;
  }

  /** Delivers some mails, as fast as the server takes them. */
  public void deliver(int count) throws IOException {
    try (LmtpConnection connection = new LmtpConnection(port)) {
      for (int n = 0; n < count; n++) {
        deliver(connection, n % recipients.size());
      }
    }
  }

  /** Begins. */
  public void begin() {
    long start = System.nanoTime();
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(() -> run(start), "paced-mail");
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void run(long start) {
    try (LmtpConnection connection = new LmtpConnection(port)) {
      while (!ended) {
        long n = begun.getAndIncrement();
        LockSupport.parkNanos(start + n * betweenNanos - System.nanoTime());
        deliver(connection, (int) (n % recipients.size()));
      }
    } catch (IOException e) {
      throw new BenchmarkException("a delivery failed: " + e.getMessage(), e);
    }
  }

  private void deliver(LmtpConnection connection, int recipient) throws IOException {
    long number = NUMBER.incrementAndGet();
    byte[] mail =
        "From: Live <live@example.net>\r\nSubject: News %d\r\n\r\nThis is mail %d.\r\n"
            .formatted(number, number)
            .getBytes(StandardCharsets.US_ASCII);
    String sender = "live-" + number + "@example.net";
    if (connection.deliver(sender, recipients.get(recipient), mail).isEmpty()) {
      delivered.incrementAndGet();
      acknowledged.accept(recipient);
    }
  }

  /** Ends it; returns the number of acknowledged mails. */
  public long end() throws InterruptedException {
    ended = true;
    for (Thread thread : threads) {
      thread.join();
    }
    return delivered.get();
  }

  @Override
  public void close() {
    ended = true;
  }
}
