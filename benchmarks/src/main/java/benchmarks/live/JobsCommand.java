package benchmarks.live;

import arashi.store.account.Account;
import arashi.store.job.Job;
import arashi.store.job.JobLimits;
import arashi.store.job.Jobs;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import benchmarks.live.ListReaders.Part;
import benchmarks.load.Accounts;
import benchmarks.load.Product;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench jobs}: starts jobs of the product that change all mails of a folder, and
 * reads lists of the same account and of another one meanwhile.
 */
@Command(name = "jobs", description = "Work on a whole folder: rate, CPU time, other readers.")
public final class JobsCommand extends Benchmark {
  /** The product's defaults: the first step of each job is done here. */
  private static final JobLimits LIMITS =
      new JobLimits(200, 8, Duration.ofSeconds(1), Duration.ofDays(7));

  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final int MAILS_OF_OTHER = 200;

  @Option(names = "--mails", description = "mails of the folder (default: 100000)")
  private int mails = 100_000;

  @Option(names = "--seconds", description = "duration of the part without a job (default: 15)")
  private int seconds = 15;

  private final Table table =
      new Table(
          "part | seconds | mails/s | own list p50 ms | own p90 | own p99 | other's list p50 ms"
              + " | other's p90 | other's p99 | service, % of a core | database, % of a core");

  @Override
  protected void run() throws IOException, SQLException {
    BenchmarkException.requireBetween("--mails", mails, 1, 1_000_000);
    BenchmarkException.requireBetween("--seconds", seconds, 1, 3_600);
    try (Product product = new Product(null, "");
        Accounts accounts = new Accounts(product);
        ListReaders readers = new ListReaders(product, accounts)) {
      Account owner = accounts.create("owner@jobs.example");
      readers.add(owner, mails, FolderRole.SENT);
      readers.add(accounts.create("other@jobs.example"), MAILS_OF_OTHER, FolderRole.INBOX);
      readers.readFor(WARM_UP);
      row("nothing", "", readers.readFor(Duration.ofSeconds(seconds)));
      measure(accounts, owner, readers);
    }
    publish(
        report().measured("").command().table(table),
        "jobs.md",
        "Cost of work on a whole folder",
        "");
  }

  private void measure(Accounts accounts, Account owner, ListReaders readers) throws IOException {
    Jobs jobs = accounts.store().upkeep().jobs();
    long inbox = accounts.folder(owner, FolderRole.INBOX);
    Work move = new Work.Refile(inbox, accounts.folder(owner, FolderRole.ARCHIVE));
    Job moved = part("all mails move", jobs.start(owner.id(), move, LIMITS), jobs, readers);
    part("all come back", jobs.undo(owner.id(), moved.id(), LIMITS), jobs, readers);
    Work mark = new Work.Mark(inbox, Flag.SEEN, true);
    part("all are marked as read", jobs.start(owner.id(), mark, LIMITS), jobs, readers);
    Work delete = new Work.Empty(inbox);
    part("all are deleted for good", jobs.start(owner.id(), delete, LIMITS), jobs, readers);
  }

  /** Reads until the job ends; returns the ended job. */
  private Job part(String name, Optional<Job> started, Jobs jobs, ListReaders readers)
      throws IOException {
    Job job = started.orElseThrow();
    Supplier<Job> now = () -> jobs.get(job.account(), job.id()).orElseThrow();
    Part part = readers.readWhile(() -> now.get().isRunning());
    row(name, Figures.text("%.0f", now.get().changed() / part.seconds()), part);
    return now.get();
  }

  private void row(String name, String rate, Part part) {
    table.row(
        "%s | %.1f | %s | %s | %s | %s",
        name, part.seconds(), rate, times(part, 0), times(part, 1), part.cores());
  }

  private static String times(Part part, int reader) {
    Histogram nanos = part.times().get(reader);
    return Figures.text(
        "%.1f | %.1f | %.1f",
        Figures.millis(nanos, 50), Figures.millis(nanos, 90), Figures.millis(nanos, 99));
  }
}
