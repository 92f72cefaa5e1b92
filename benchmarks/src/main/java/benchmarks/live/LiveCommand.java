package benchmarks.live;

import arashi.store.account.Account;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import benchmarks.delivery.MailFlood;
import benchmarks.live.Listeners.Followed;
import benchmarks.load.Accounts;
import benchmarks.load.Browser;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Processes;
import benchmarks.load.Product;
import benchmarks.load.Sample;
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
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench live}: listens to accounts of a running product, delivers to them, and reads
 * the list of another account meanwhile.
 */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Open pages that follow their accounts: memory, CPU, delay, and other readers.")
public final class LiveCommand extends Benchmark {
  /** Connections beside those of listeners: the reader's, and some to spare. */
  private static final int MORE_CONNECTIONS = 2_000;

  private static final String DOMAIN = "live.example";
  private static final int MAILS = 200;

  /** Deliveries a second to each account. */
  private static final double RATE = 1;

  private static final Duration BETWEEN_READS = Duration.ofMillis(10);
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  @Option(names = "--listeners", description = "open pages (default: 10000)")
  private int listeners = 10_000;

  @Option(names = "--accounts", description = "that they follow in turn (default: 100)")
  private int accounts = 100;

  @Option(names = "--seconds", description = "of each part (default: 30)")
  private int seconds = 30;

  private final List<Followed> followed = new ArrayList<>();
  private final List<String> recipients = new ArrayList<>();
  private final Table table =
      new Table(
          "part | list p50 ms | list p99 ms | service, % of a core | database, % of a core |"
              + " mails/s | events/s | delay p50 ms | delay p99 ms");
  private int lmtp;
  private Browser reader;
  private String list;
  private CpuMeter cpu;

  @Override
  protected void run() throws IOException, SQLException, InterruptedException {
    BenchmarkException.require(
        listeners > 0 && accounts > 0 && seconds > 0, "a number is too small; see --help");
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
        Accounts made = new Accounts(product)) {
      made.store().addressEdit().addDomain(DOMAIN);
      for (int i = 0; i < accounts; i++) {
        recipients.add("listener-" + i + "@" + DOMAIN);
        Account account = account(made, recipients.get(i));
        followed.add(new Followed(Accounts.cookie(made.session(account))));
      }
      Account other = account(made, "reader@" + DOMAIN);
      list = "/mail/" + made.folder(other, FolderRole.INBOX);
      try (MailFlood few = MailFlood.paced(lmtp, List.of("reader@" + DOMAIN), 1000, n -> {})) {
        few.deliver(MAILS);
      }
      cpu = product.meter();
      try (Browser browser = made.browser(product, other)) {
        reader = browser;
        measure(product);
      }
    }
  }

  private static Account account(Accounts made, String address) {
    try {
      Account account = made.create(address);
      made.store().addressEdit().give(account.id(), Address.parse(address), Tombstone.IGNORE);
      return account;
    } catch (AddressRefusedException e) {
      throw new BenchmarkException(e.getMessage(), e);
    }
  }

  private void measure(Product product) throws IOException, InterruptedException {
    Duration time = Duration.ofSeconds(seconds);
    try (Listeners open = new Listeners()) {
      part(null, WARM_UP, true, open);
      part("nobody listens, nothing comes", time, false, open);
      part("nobody listens, mail comes", time, true, open);
      long before = heapBytes(product);
      open.open(product.address(), followed, listeners);
      double bytesEach = (double) (heapBytes(product) - before) / listeners;
      part("all listen, nothing comes", time, false, open);
      part("all listen, mail comes", time, true, open);
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
          "What open pages cost",
          "");
    }
  }

  /** Adds a row unless the part has no name. */
  private void part(String name, Duration time, boolean mail, Listeners open)
      throws IOException, InterruptedException {
    open.reset();
    Histogram times = Sample.histogram();
    double perSecond = RATE * recipients.size();
    try (MailFlood flow =
        MailFlood.paced(lmtp, recipients, perSecond, n -> followed.get(n).changed())) {
      Cpu before = cpu.read();
      long start = System.nanoTime();
      if (mail) {
        flow.begin();
      }
      for (long now = start; now - start < time.toNanos(); now = System.nanoTime()) {
        if (reader.get(list).status() == 200) {
          Sample.record(times, now);
        }
        LockSupport.parkNanos(BETWEEN_READS.toNanos());
      }
      MailFlood.Result mails = flow.end();
      double wall = (System.nanoTime() - start) / 1e9;
      Cpu used = cpu.read().since(before);
      BenchmarkException.require(mails.lostConnections() == 0, "a delivery failed");
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // for the last events
      if (name != null) {
        Histogram delays = open.delays();
        long events = delays.getTotalCount();
        table.row(
            "%s | %s | %.0f | %.0f | %.0f | %.0f | %s",
            name,
            percentiles(times),
            100 * used.service().toNanos() / 1e9 / wall,
            100 * used.database().toNanos() / 1e9 / wall,
            mails.acknowledged() / wall,
            events / wall,
            events == 0 ? " | " : percentiles(delays));
      }
    }
  }

  private static String percentiles(Histogram nanos) {
    return Figures.text("%.1f | %.1f", Figures.millis(nanos, 50), Figures.millis(nanos, 99));
  }

  /** Live objects, by the JDK's tool; it collects garbage first. */
  private static long heapBytes(Product product) {
    String text =
        Processes.run(Processes.tool("jcmd"), "" + product.process().pid(), "GC.class_histogram");
    return text.lines()
        .filter(line -> line.startsWith("Total"))
        .mapToLong(line -> Long.parseLong(line.split("\\s+", 4)[2]))
        .findFirst()
        .orElseThrow(() -> new BenchmarkException("jcmd says: " + text));
  }
}
