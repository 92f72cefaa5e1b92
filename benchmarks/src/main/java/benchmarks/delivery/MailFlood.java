package benchmarks.delivery;

import benchmarks.corpus.GrowingMail;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Delivers as fast as the server accepts, as an MTA with a long queue does. A refused mail is tried
 * again after a second on the same connection. Each mail is delivered many times, with a new sender
 * each time, so that none counts as a retry. Thread-safe.
 */
public final class MailFlood implements AutoCloseable {
  private static final long SEED = 20_261_127;
  private static final int MAILS = 500;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long END_SECONDS = 130;

  private final int port;
  private final List<String> recipients;
  private final List<byte[]> mails;
  private final int connections;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong putOff = new AtomicLong();
  private final AtomicLong lostConnections = new AtomicLong();
  private volatile boolean ended;

  /**
   * A flood that has not begun.
   *
   * @param port of the server on this machine
   * @param recipients of the mails, in turn
   * @param connections at once
   */
  public MailFlood(int port, List<String> recipients, int connections) throws IOException {
    this.port = port;
    this.recipients = List.copyOf(recipients);
    this.connections = connections;
    try (GrowingMail supply = new GrowingMail(List.of(), SEED)) {
      mails = DeliveryCommand.next(supply, MAILS);
    }
  }

  /**
   * The result of a flood.
   *
   * @param acknowledged mails
   * @param putOff attempts that the server refused for now
   * @param lostConnections that the server ended, or never opened
   */
  public record Result(long acknowledged, long putOff, long lostConnections) {}

  /** Begins. */
  public void begin() {
    for (int i = 0; i < connections; i++) {
      threads.execute(this::connect);
    }
  }

  private void connect() {
    while (!ended) {
      try (LmtpConnection connection = new LmtpConnection(port)) {
        deliver(connection);
      } catch (IOException e) {
        lostConnections.incrementAndGet();
        LockSupport.parkNanos(WAIT_NANOS);
      }
    }
  }

  private void deliver(LmtpConnection connection) throws IOException {
    while (!ended) {
      int n = next.getAndIncrement();
      String sender = "flood-" + n + "@example.net";
      String recipient = recipients.get(n % recipients.size());
      byte[] mail = mails.get(n % MAILS);
      Optional<String> refusal = connection.deliver(sender, recipient, mail);
      while (refusal.isPresent() && !ended) {
        putOff.incrementAndGet();
        LockSupport.parkNanos(WAIT_NANOS);
        refusal = connection.deliver(sender, recipient, mail);
      }
      if (refusal.isEmpty()) {
        acknowledged.incrementAndGet();
      }
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
