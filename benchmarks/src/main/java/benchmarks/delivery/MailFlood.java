package benchmarks.delivery;

import benchmarks.corpus.GrowingMail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;

/**
 * Delivers mail over several connections, at a rate or as fast as the server accepts it, like an
 * MTA with a long queue. A refused mail is tried again after a second on the same connection.
 * Thread-safe.
 */
public final class MailFlood implements AutoCloseable {
  private static final long SEED = 20_261_127;
  private static final int MAILS = 500;
  private static final int PACED_CONNECTIONS = 4;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long END_SECONDS = 130;
  private static final AtomicLong MAIL_NUMBERS = new AtomicLong();

  private final int port;
  private final List<String> recipients;
  private final LongFunction<byte[]> mails;
  private final int connections;
  private final long betweenNanos;
  private final IntConsumer watcher;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong putOff = new AtomicLong();
  private final AtomicLong lostConnections = new AtomicLong();
  private volatile long start;
  private volatile boolean ended;

  /**
   * A flood of generated mails without pauses.
   *
   * @param port of the server on loopback
   * @param recipients of the mails, in turn
   * @param connections at once
   */
  public MailFlood(int port, List<String> recipients, int connections) throws IOException {
    this(port, recipients, generated(), connections, 0, recipient -> {});
  }

  private MailFlood(
      int port,
      List<String> recipients,
      LongFunction<byte[]> mails,
      int connections,
      long betweenNanos,
      IntConsumer watcher) {
    this.port = port;
    this.recipients = List.copyOf(recipients);
    this.mails = mails;
    this.connections = connections;
    this.betweenNanos = betweenNanos;
    this.watcher = watcher;
  }

  private static LongFunction<byte[]> generated() throws IOException {
    try (GrowingMail supply = new GrowingMail(List.of(), SEED)) {
      List<byte[]> mails = DeliveryCommand.next(supply, MAILS);
      return number -> mails.get((int) (number % MAILS));
    }
  }

  /**
   * A flow of short mails at a rate, as far as the server keeps up.
   *
   * @param perSecond mails of all recipients together
   * @param watcher receives the index of the recipient of each acknowledged mail
   */
  public static MailFlood paced(
      int port, List<String> recipients, double perSecond, IntConsumer watcher) {
    long betweenNanos = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    return new MailFlood(
        port, recipients, MailFlood::shortMail, PACED_CONNECTIONS, betweenNanos, watcher);
  }

  private static byte[] shortMail(long number) {
    return "From: Live <live@example.net>\r\nSubject: News %1$d\r\n\r\nThis is mail %1$d.\r\n"
        .formatted(number)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The result of a flood.
   *
   * @param acknowledged mails
   * @param putOff attempts with a temporary refusal
   * @param lostConnections closed or never opened by the server
   */
  public record Result(long acknowledged, long putOff, long lostConnections) {}

  /** Begins. */
  public void begin() {
    start = System.nanoTime();
    for (int i = 0; i < connections; i++) {
      threads.execute(this::connect);
    }
  }

  private void connect() {
    while (!ended) {
      try (LmtpConnection connection = new LmtpConnection(port)) {
        while (!ended) {
          deliver(connection, next.getAndIncrement());
        }
      } catch (IOException e) {
        lostConnections.incrementAndGet();
        LockSupport.parkNanos(WAIT_NANOS);
      }
    }
  }

  private void deliver(LmtpConnection connection, int number) throws IOException {
    LockSupport.parkNanos(start + number * betweenNanos - System.nanoTime());
    int recipient = number % recipients.size();
    String address = recipients.get(recipient);
    long unique = MAIL_NUMBERS.incrementAndGet();
    byte[] mail = mails.apply(unique);
    Optional<String> refusal = connection.deliver(unique, address, mail);
    while (refusal.isPresent() && !ended) {
      putOff.incrementAndGet();
      LockSupport.parkNanos(WAIT_NANOS);
      refusal = connection.deliver(unique, address, mail);
    }
    if (refusal.isEmpty()) {
      acknowledged.incrementAndGet();
      watcher.accept(recipient);
    }
  }

  /** Ends it, and waits for the last answers. */
  public Result end() throws InterruptedException {
    ended = true;
    threads.shutdown();
    threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    return new Result(acknowledged.get(), putOff.get(), lostConnections.get());
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdownNow();
  }
}
