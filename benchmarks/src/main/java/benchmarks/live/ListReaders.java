package benchmarks.live;

import arashi.store.account.Account;
import arashi.store.mail.FolderRole;
import benchmarks.load.Accounts;
import benchmarks.load.Browser;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Browsers that read a list each, in turn, every 10 ms, while a benchmark does something else with
 * the product. For one thread; methods block.
 */
final class ListReaders implements AutoCloseable {
  private static final Duration BETWEEN_READS = Duration.ofMillis(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private static final String MAIL =
      """
      From a@example.org Mon Jan  1 00:00:00 2024
      From: a@example.org
      Subject: Mail %1$d
      Message-ID: <%1$d@jobs.example>

      Text of mail %1$d

      """;

  private final Product product;
  private final Accounts accounts;
  private final CpuMeter meter;
  private final Map<Browser, String> lists = new LinkedHashMap<>();

  /** Response times of each reader in one part of a benchmark, in nanoseconds, and CPU time. */
  record Part(double seconds, List<Histogram> times, Cpu cpu) {
    /** Cells of the service and the database, in percent of a core. */
    String cores() {
      return Figures.text("%.0f | %.0f", percent(cpu.service()), percent(cpu.database()));
    }

    private double percent(Duration time) {
      return 100 * time.toNanos() / 1e9 / seconds;
    }
  }

  ListReaders(Product product, Accounts accounts) throws IOException, SQLException {
    this.product = product;
    this.accounts = accounts;
    this.meter = product.meter();
  }

  /** Fills the inbox of an account with short mails, and adds a reader of one of its folders. */
  void add(Account account, int mails, FolderRole folder) throws IOException {
    Path mbox = product.folder().resolve("inbox.mbox");
    try (Writer out = Files.newBufferedWriter(mbox)) {
      for (int n = 0; n < mails; n++) {
        out.write(MAIL.formatted(n));
      }
    }
    product.run("", List.of("import", "--user", account.name(), mbox.toString()));
    Files.delete(mbox);
    lists.put(accounts.browser(product, account), "/mail/" + accounts.folder(account, folder));
  }

  /** Reads for a time. */
  Part readFor(Duration time) throws IOException {
    long start = System.nanoTime();
    return readWhile(() -> System.nanoTime() - start < time.toNanos());
  }

  /** Reads while a condition holds, which is evaluated every 200 ms. */
  Part readWhile(BooleanSupplier goesOn) throws IOException {
    Map<Browser, Histogram> times = new LinkedHashMap<>();
    lists.keySet().forEach(browser -> times.put(browser, Sample.histogram()));
    Cpu before = meter.read();
    long start = System.nanoTime();
    do {
      long nextLook = System.nanoTime() + BETWEEN_LOOKS.toNanos();
      while (System.nanoTime() - nextLook < 0) {
        for (Browser browser : lists.keySet()) {
          LockSupport.parkNanos(BETWEEN_READS.toNanos());
          long asked = System.nanoTime();
          int status = browser.get(lists.get(browser)).status();
          BenchmarkException.require(status == 200, "a list was answered with status " + status);
          Sample.record(times.get(browser), asked);
        }
      }
    } while (goesOn.getAsBoolean());
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Part(seconds, List.copyOf(times.values()), meter.read().since(before));
  }

  @Override
  public void close() {
    lists.keySet().forEach(Browser::close);
  }
}
