package benchmarks.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import benchmarks.corpus.GrowingMail;
import java.io.IOException;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
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
  private static final String LARGE_HEAD =
      """
      From: Live <live@example.net>
      Subject: Pictures %1$d
      Message-ID: <large-%1$d@example.net>
      MIME-Version: 1.0
      Content-Type: application/octet-stream; name=pictures.bin
      Content-Disposition: attachment; filename=pictures.bin
      Content-Transfer-Encoding: base64

      """
          .replace("\n", "\r\n");
  private static final AtomicLong MAIL_NUMBERS = new AtomicLong();

  private final int port;
  private final List<String> recipients;
  private final LongFunction<byte[][]> mails;
  private final int connections;
  private final long betweenNanos;
  private final IntConsumer watcher;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong putOff = new AtomicLong();
  private final AtomicLong refusedContents = new AtomicLong();
  private final AtomicLong lostConnections = new AtomicLong();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final AtomicLong lastNanos = new AtomicLong(); // of an acknowledgement, from the start
  private final SortedMap<String, Long> refusals = new ConcurrentSkipListMap<>();
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
      LongFunction<byte[][]> mails,
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

  private static LongFunction<byte[][]> generated() throws IOException {
    try (GrowingMail supply = new GrowingMail(List.of(), SEED)) {
      List<byte[]> mails = DeliveryCommand.next(supply, MAILS);
      return number -> new byte[][] {mails.get((int) (number % MAILS))};
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

  private static byte[][] shortMail(long number) {
    return new byte[][] {
      "From: Live <live@example.net>\r\nSubject: News %1$d\r\n\r\nThis is mail %1$d.\r\n"
          .formatted(number)
          .getBytes(US_ASCII)
    };
  }

  /**
   * A flood of mails with a large attachment, without pauses.
   *
   * @param connections at once
   * @param bytes about the size of each mail
   */
  public static MailFlood large(int port, List<String> recipients, int connections, int bytes) {
    byte[] random = new byte[bytes / 4 * 3];
    new Random(SEED).nextBytes(random);
    byte[] attachment =
        (Base64.getMimeEncoder().encodeToString(random) + "\r\n").getBytes(US_ASCII);
    return new MailFlood(
        port,
        recipients,
        number -> new byte[][] {LARGE_HEAD.formatted(number).getBytes(US_ASCII), attachment},
        connections,
        0,
        recipient -> {});
  }

  /**
   * The result of a flood.
   *
   * @param acknowledged mails
   * @param putOff attempts with a temporary refusal
   * @param refusedContents attempts that were refused after their content
   * @param lostConnections closed or never opened by the server
   * @param perSecond acknowledged mails a second, from the begin to the last acknowledgement
   * @param slowestMillis longest time from MAIL to the acknowledgement, over all attempts
   * @param refusals number of refusals by their code
   */
  public record Result(
      long acknowledged,
      long putOff,
      long refusedContents,
      long lostConnections,
      double perSecond,
      long slowestMillis,
      SortedMap<String, Long> refusals) {

    /** Copies the map. */
    public Result {
      refusals = Collections.unmodifiableSortedMap(new TreeMap<>(refusals));
    }
  }

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
    byte[][] mail = mails.apply(unique);
    long began = System.nanoTime();
    while (!ended) {
      LmtpConnection.Outcome outcome = connection.deliver(unique, address, mail);
      if (outcome.refusal().isEmpty()) {
        acknowledged.incrementAndGet();
        long now = System.nanoTime();
        slowestNanos.accumulateAndGet(now - began, Math::max);
        lastNanos.accumulateAndGet(now - start, Math::max);
        watcher.accept(recipient);
        return;
      }
      putOff.incrementAndGet();
      refusals.merge(outcome.refusal().get().substring(0, 3), 1L, Long::sum);
      if (outcome.afterContent()) {
        refusedContents.incrementAndGet();
      }
      LockSupport.parkNanos(WAIT_NANOS);
    }
  }

  /** Ends it, and waits for the last answers. */
  public Result end() throws InterruptedException {
    ended = true;
    threads.shutdown();
    threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    return new Result(
        acknowledged.get(),
        putOff.get(),
        refusedContents.get(),
        lostConnections.get(),
        acknowledged.get() / (Math.max(1, lastNanos.get()) / 1e9),
        TimeUnit.NANOSECONDS.toMillis(slowestNanos.get()),
        refusals);
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdownNow();
  }
}
