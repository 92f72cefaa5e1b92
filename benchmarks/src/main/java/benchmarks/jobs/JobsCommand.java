package benchmarks.jobs;

import arashi.store.account.Account;
import arashi.store.job.Job;
import arashi.store.job.JobLimits;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import benchmarks.load.Accounts;
import benchmarks.load.Browser;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Table;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench jobs}: has a running product change all mails of a folder, and reads lists of
 * the same account and of another one meanwhile.
 */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Work on a whole folder: its rate, its cost, and other readers meanwhile.")
public final class JobsCommand extends Benchmark {
  /** The product's defaults: the first step of each job is done here. */
  private static final JobLimits LIMITS =
      new JobLimits(200, 8, Duration.ofSeconds(1), Duration.ofDays(7));

  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration BETWEEN_READS = Duration.ofMillis(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final int MAILS_OF_OTHER = 200;

  @Option(names = "--mails", description = "in the folder (default: 100000)")
  private int mails = 100_000;

  @Option(names = "--seconds", description = "of the part without a job (default: 15)")
  private int seconds = 15;

  private final Table table =
      new Table(
          "part | seconds | mails/s | own list p50 ms | own p90 | own p99 | other's list p50 ms"
              + " | other's p90 | other's p99 | service, % of a core | database, % of a core");
  private Accounts accounts;
  private CpuMeter cpu;
  private Account owner;
  private Browser ownReader;
  private Browser otherReader;
  private String ownList;
  private String otherList;

  @Override
  protected void run() throws IOException, SQLException {
    BenchmarkException.require(mails > 0 && seconds > 0, "a number is too small; see --help");
    try (Product product = new Product(null, "");
        Accounts made = new Accounts(product)) {
      accounts = made;
      cpu = product.meter();
      owner = accounts.create("owner@jobs.example");
      Account other = accounts.create("other@jobs.example");
      fill(product, owner, mails);
      fill(product, other, MAILS_OF_OTHER);
      ownList = "/mail/" + accounts.folder(owner, FolderRole.SENT);
      otherList = "/mail/" + accounts.folder(other, FolderRole.INBOX);
      try (Browser own = accounts.browser(product, owner);
          Browser others = accounts.browser(product, other)) {
        ownReader = own;
        otherReader = others;
        measure();
      }
    }
    publish(
        report().measured("").command().table(table),
        "jobs.md",
        "What work on a whole folder costs",
        "");
  }

  private static void fill(Product product, Account account, int count) throws IOException {
    Path file = product.folder().resolve(account.name() + ".mbox");
    try (BufferedWriter mbox = Files.newBufferedWriter(file)) {
      for (int n = 0; n < count; n++) {
        mbox.write(
            "From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: Mail ");
        mbox.write(n + "\nMessage-ID: <" + n + "@jobs.example>\n\nText of mail " + n + "\n\n");
      }
    }
    product.run("", List.of("import", "--user", account.name(), file.toString()));
    Files.delete(file);
  }

  private void measure() throws IOException {
    long inbox = accounts.folder(owner, FolderRole.INBOX);
    part(null, null, WARM_UP);
    part("nothing", null, Duration.ofSeconds(seconds));
    Job move = start(new Work.Refile(inbox, accounts.folder(owner, FolderRole.ARCHIVE)));
    part("all mails move", move, Duration.ZERO);
    Job undo = accounts.store().jobs().undo(owner.id(), move.id(), LIMITS).orElseThrow();
    part("all come back", undo, Duration.ZERO);
    Job mark = start(new Work.Mark(inbox, Flag.SEEN, true));
    part("all are marked as read", mark, Duration.ZERO);
    Job delete = start(new Work.Empty(inbox));
    part("all are deleted for good", delete, Duration.ZERO);
  }

  private Job start(Work work) {
    return accounts.store().jobs().start(owner.id(), work, LIMITS).orElseThrow();
  }

  private Job now(Job job) {
    return accounts.store().jobs().get(owner.id(), job.id()).orElseThrow();
  }

  /** Reads until the job has ended, or for that time; adds a row unless the part has no name. */
  private void part(String name, Job job, Duration time) throws IOException {
    Histogram own = Sample.histogram();
    Histogram other = Sample.histogram();
    Cpu before = cpu.read();
    long start = System.nanoTime();
    long nextLook = start;
    boolean goesOn = true;
    while (goesOn) {
      read(ownReader, ownList, own);
      read(otherReader, otherList, other);
      long now = System.nanoTime();
      if (job == null) {
        goesOn = now - start < time.toNanos();
      } else if (now - nextLook >= 0) {
        nextLook = now + BETWEEN_LOOKS.toNanos();
        goesOn = now(job).isRunning();
      }
    }
    double wall = (System.nanoTime() - start) / 1e9;
    Cpu used = cpu.read().since(before);
    if (name != null) {
      table.row(
          "%s | %.1f | %s | %s | %s | %.0f | %.0f",
          name,
          wall,
          job == null ? "" : Figures.text("%.0f", now(job).changed() / wall),
          times(own),
          times(other),
          100 * used.service().toNanos() / 1e9 / wall,
          100 * used.database().toNanos() / 1e9 / wall);
    }
  }

  private static String times(Histogram nanos) {
    return Figures.text(
        "%.1f | %.1f | %.1f",
        Figures.millis(nanos, 50), Figures.millis(nanos, 90), Figures.millis(nanos, 99));
  }

  private static void read(Browser reader, String list, Histogram times) throws IOException {
    LockSupport.parkNanos(BETWEEN_READS.toNanos());
    long start = System.nanoTime();
    BenchmarkException.require(reader.get(list).status() == 200, "a list was refused");
    Sample.record(times, start);
  }
}
