package benchmarks.users;

import benchmarks.delivery.MailFlood;
import benchmarks.delivery.SlowSenders;
import benchmarks.load.Product;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Mail that comes by LMTP while users read: a flood, and senders that are slow. */
final class MailLoad implements AutoCloseable {
  /** None of them reads. */
  private static final List<String> RECIPIENTS =
      List.of("flood-1@example.org", "flood-2@example.org", "flood-3@example.org");

  private final MailFlood flood;
  private final SlowSenders slow;

  /**
   * Gives the product its recipients, and begins.
   *
   * @param port where the product takes LMTP
   * @param deliveries connections of the flood
   * @param slowSenders connections that are slow
   */
  MailLoad(Product product, int port, int deliveries, int slowSenders) throws IOException {
    for (String recipient : RECIPIENTS) {
      List<String> add = List.of("user", "add", recipient, "--password-stdin");
      product.run("a long enough password\n", add);
    }
    flood = new MailFlood(port, RECIPIENTS, deliveries);
    try {
      slow = new SlowSenders(port, RECIPIENTS.get(0), slowSenders);
    } catch (IOException e) {
      flood.close();
      throw e;
    }
    flood.begin();
  }

  /**
   * What came of it.
   *
   * @param flood of the flood
   * @param slowClosed connections of slow senders that the product has closed
   */
  record Result(MailFlood.Result flood, long slowClosed) {
    String text(double seconds) {
      return String.format(
          Locale.ROOT,
          "Mail: %.1f delivered a second; %d attempts put off, %d connections lost; %d of slow"
              + " senders closed.%n",
          flood.acknowledged() / seconds,
          flood.putOff(),
          flood.lostConnections(),
          slowClosed);
    }
  }

  /** Ends it, and waits for the last answers. */
  Result end() throws InterruptedException {
    return new Result(flood.end(), slow.closed());
  }

  @Override
  public void close() throws IOException {
    flood.close();
    slow.close();
  }
}
