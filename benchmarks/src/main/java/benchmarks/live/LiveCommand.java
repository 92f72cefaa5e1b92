package benchmarks.live;

import arashi.store.account.Account;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.FolderRole;
import benchmarks.delivery.MailFlood;
import benchmarks.live.ListReaders.Part;
import benchmarks.live.Listeners.Followed;
import benchmarks.load.Accounts;
import benchmarks.load.Processes;
import benchmarks.load.Product;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench live}: listens to accounts of the product, delivers to them, and reads the
 * list of another account meanwhile.
 */
@Command(name = "live", description = "Pages that follow accounts: memory, CPU time, delays.")
public final class LiveCommand extends Benchmark {
  /** Connections for the reader, and some to spare. */
  private static final int MORE_CONNECTIONS = 2_000;

  private static final String DOMAIN = "live.example";
  private static final int MAILS = 200;

  /** Deliveries a second to each account. */
  private static final double RATE = 1;

  private static final Duration WARM_UP = Duration.ofSeconds(10);

  @Option(names = "--listeners", description = "open pages (default: 10000)")
  private int listeners = 10_000;

  @Option(names = "--accounts", description = "accounts that they follow (default: 100)")
  private int accounts = 100;

  @Option(names = "--seconds", description = "duration of each part (default: 30)")
  private int seconds = 30;

  private final List<Followed> followed = new ArrayList<>();
  private final List<String> recipients = new ArrayList<>();
  private final Table table =
      new Table(
          "part | list p50 ms | list p99 ms | service, % of a core | database, % of a core |"
              + " mails/s | events/s | delay p50 ms | delay p99 ms");
  private int lmtp;

  @Override
  protected void run() throws IOException, SQLException, InterruptedException {
    BenchmarkException.requireBetween("--listeners", listeners, 1, 100_000);
    BenchmarkException.requireBetween("--accounts", accounts, 1, 10_000);
    BenchmarkException.requireBetween("--seconds", seconds, 1, 3_600);
    lmtp = Processes.freePort();
    String settings =
        """
        mail.lmtp.port = %d
        tcp.connection-limit = %d
        mail.follow.together = %d
        mail.follow.of-account = %d
        """
            .formatted(lmtp, listeners + MORE_CONNECTIONS, listeners, listeners);
    try (Product product = new Product(null, settings);
        Accounts made = new Accounts(product);
        ListReaders reader = new ListReaders(product, made);
        Listeners open = new Listeners()) {
      made.store().people().addressEdit().addDomain(DOMAIN);
      for (int i = 0; i < accounts; i++) {
        Address address = Address.parse("listener-" + i + "@" + DOMAIN);
        Account account = made.create(address.toString());
        made.store().people().addressEdit().give(account.id(), address, Tombstone.IGNORE);
        recipients.add(account.name());
        followed.add(new Followed(Accounts.cookie(made.session(account)), new AtomicLong()));
      }
      reader.add(made.create("reader@" + DOMAIN), MAILS, FolderRole.INBOX);
      part(WARM_UP, true, reader, open);
      Duration time = Duration.ofSeconds(seconds);
      table.row("nobody listens, nothing comes | %s", part(time, false, reader, open));
      table.row("nobody listens, mail comes | %s", part(time, true, reader, open));
      long before = Processes.heapBytes(product.process());
      open.open(product.address(), followed, listeners);
      double bytesEach = 1.0 * (Processes.heapBytes(product.process()) - before) / listeners;
      table.row("all listen, nothing comes | %s", part(time, false, reader, open));
      table.row("all listen, mail comes | %s", part(time, true, reader, open));
      publish(
          report()
              .measured("")
              .command()
              .table(table)
              .text(
                  "%,d listeners of %d accounts, %.1f mails a second to each account. An idle"
                      + " listener takes %,.0f bytes of the service's heap. %d answers ended.",
                  listeners, accounts, RATE, bytesEach, open.ended()),
          "live.md",
          "Cost of open pages",
          "");
    }
  }

  private void changed(int account) {
    followed.get(account).changedNanos().set(System.nanoTime());
  }

  /** One part; returns the cells of its row. */
  private String part(Duration time, boolean mail, ListReaders reader, Listeners open)
      throws IOException, InterruptedException {
    open.reset();
    try (MailFlood flow =
        MailFlood.paced(lmtp, recipients, RATE * recipients.size(), this::changed)) {
      long start = System.nanoTime();
      if (mail) {
        flow.begin();
      }
      Part part = reader.readFor(time);
      MailFlood.Result mails = flow.end();
      double wall = (System.nanoTime() - start) / 1e9;
      BenchmarkException.require(mails.lostConnections() == 0, "a delivery failed");
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // for the last events
      Histogram delays = open.delays();
      long events = delays.getTotalCount();
      return Figures.text(
          "%s | %s | %.0f | %.0f | %s",
          percentiles(part.times().get(0)),
          part.cores(),
          mails.acknowledged() / wall,
          events / wall,
          events == 0 ? " | " : percentiles(delays));
    }
  }

  private static String percentiles(Histogram nanos) {
    return Figures.text("%.1f | %.1f", Figures.millis(nanos, 50), Figures.millis(nanos, 99));
  }
}
