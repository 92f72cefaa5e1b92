package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Delivers mail as an MTA does: a few connections, each with one mail after the other. */
final class LmtpLoad {
  private final int connections;
  private final AtomicInteger senders = new AtomicInteger();

  LmtpLoad(int connections) {
    this.connections = connections;
  }

  /**
   * Delivers each mail once, under a sender of its own, so that none is a retry of another.
   *
   * @param mails with lines that end with CRLF
   * @return from the first connection to the last answer
   */
  Duration deliver(List<byte[]> mails, MailServer server) {
    AtomicInteger next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    long begin = System.nanoTime();
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(
            threads.submit(
                () -> {
                  session(mails, next, server);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      return Duration.ofNanos(System.nanoTime() - begin);
    } catch (ExecutionException e) {
      throw new BenchmarkException(server.title() + ": " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void session(List<byte[]> mails, AtomicInteger next, MailServer server)
      throws IOException {
    try (LmtpConnection connection = new LmtpConnection(server.port())) {
      for (int n = next.getAndIncrement(); n < mails.size(); n = next.getAndIncrement()) {
        String sender = "s" + senders.getAndIncrement() + "@example.net";
        Optional<String> refusal = connection.deliver(sender, server.recipient(), mails.get(n));
        if (refusal.isPresent()) {
          throw new IOException("a mail is refused: " + refusal.get());
        }
      }
    }
  }
}
