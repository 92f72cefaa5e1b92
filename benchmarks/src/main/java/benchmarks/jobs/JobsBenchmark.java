package benchmarks.jobs;

import arashi.front.Tokens;
import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.job.Job;
import arashi.store.job.JobLimits;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import benchmarks.load.Browser;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.report.BenchmarkException;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import seda.kernel.Clock;

/**
 * Has a running product change all mails of a folder, and reads lists of the same account and of
 * another one meanwhile. Methods block.
 */
final class JobsBenchmark implements AutoCloseable {
  /** Those of the product's defaults: the first step of each job is done here. */
  private static final JobLimits LIMITS =
      new JobLimits(200, 8, Duration.ofSeconds(1), Duration.ofDays(7));

  private static final Duration SESSION = Duration.ofDays(1);
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration BETWEEN_READS = Duration.ofMillis(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final String OWNER = "owner@jobs.example";
  private static final String OTHER = "other@jobs.example";
  private static final int MAILS_OF_OTHER = 200;

  private final HikariDataSource connections;
  private final Store store;
  private final CpuMeter cpu;
  private final Browser ownReader;
  private final Browser otherReader;
  private final long account;
  private final String ownList;
  private final String otherList;

  /**
   * What one part came to.
   *
   * @param name what happened
   * @param mails that a job changed
   * @param own response times of another list of the same account, in nanoseconds
   * @param other the same of another account
   */
  record Part(String name, double seconds, long mails, Histogram own, Histogram other, Cpu cpu) {}

  JobsBenchmark(Product product, int mails) throws IOException, SQLException {
    connections = product.database().open();
    store = Store.over(connections, Clock.system()::instant);
    cpu = new CpuMeter(product.process(), product.databaseProcess().orElse(null));
    String hash = Passwords.hash("correct horse battery staple");
    Account owner = account(OWNER, hash);
    Account other = account(OTHER, hash);
    account = owner.id();
    fill(product, OWNER, mails);
    fill(product, OTHER, MAILS_OF_OTHER);
    ownReader = reader(product, owner);
    otherReader = reader(product, other);
    ownList = "/mail/" + folder(account, FolderRole.SENT);
    otherList = "/mail/" + folder(other.id(), FolderRole.INBOX);
  }

  private Account account(String name, String hash) {
    try {
      return store.accounts().create(name, hash, "standard", false, 0);
    } catch (NameTakenException e) {
      throw new BenchmarkException(e.getMessage(), e);
    }
  }

  private static void fill(Product product, String user, int mails) throws IOException {
    Path file = product.folder().resolve(user + ".mbox");
    try (BufferedWriter mbox = Files.newBufferedWriter(file)) {
      for (int n = 0; n < mails; n++) {
        mbox.write(
            "From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: Mail ");
        mbox.write(n + "\nMessage-ID: <" + n + "@jobs.example>\n\nText of mail " + n + "\n\n");
      }
    }
    product.run("", List.of("import", "--user", user, file.toString()));
    Files.delete(file);
  }

  private Browser reader(Product product, Account of) {
    String token = Tokens.random();
    store
        .sessions()
        .create(Tokens.hash(token), of.id(), Tokens.random(), SESSION, "bench", "127.0.0.1");
    Browser reader = new Browser(product.address());
    reader.cookies(List.of("arashi_session=" + token));
    return reader;
  }

  private long folder(long of, FolderRole role) {
    return store.folders().byRole(of, role).orElseThrow().id();
  }

  /** Runs all parts. */
  List<Part> run(Duration rest) throws IOException {
    long inbox = folder(account, FolderRole.INBOX);
    List<Part> parts = new ArrayList<>();
    part("warm-up", Optional.empty(), passed(WARM_UP));
    parts.add(part("nothing", Optional.empty(), passed(rest)));
    Job move = start(new Work.Refile(inbox, folder(account, FolderRole.ARCHIVE)));
    parts.add(part("all mails move", Optional.of(move), ended(move)));
    Job undo = store.jobs().undo(account, move.id(), LIMITS).orElseThrow();
    parts.add(part("all come back", Optional.of(undo), ended(undo)));
    Job mark = start(new Work.Mark(inbox, Flag.SEEN, true));
    parts.add(part("all are marked as read", Optional.of(mark), ended(mark)));
    Job delete = start(new Work.Empty(inbox));
    parts.add(part("all are deleted for good", Optional.of(delete), ended(delete)));
    return parts;
  }

  private Job start(Work work) {
    return store.jobs().start(account, work, LIMITS).orElseThrow();
  }

  private static BooleanSupplier passed(Duration time) {
    long start = System.nanoTime();
    return () -> System.nanoTime() - start >= time.toNanos();
  }

  /** Looks at the row of the job now and then. */
  private BooleanSupplier ended(Job job) {
    long[] next = {System.nanoTime()};
    return () -> {
      if (System.nanoTime() - next[0] < 0) {
        return false;
      }
      next[0] = System.nanoTime() + BETWEEN_LOOKS.toNanos();
      return !store.jobs().get(account, job.id()).orElseThrow().isRunning();
    };
  }

  private Part part(String name, Optional<Job> job, BooleanSupplier end) throws IOException {
    Histogram own = Sample.histogram();
    Histogram other = Sample.histogram();
    Cpu before = cpu.read();
    long start = System.nanoTime();
    while (!end.getAsBoolean()) {
      read(ownReader, ownList, own);
      read(otherReader, otherList, other);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long mails =
        job.map(one -> store.jobs().get(account, one.id()).orElseThrow().changed()).orElse(0L);
    return new Part(name, seconds, mails, own, other, cpu.read().since(before));
  }

  private static void read(Browser reader, String list, Histogram times) throws IOException {
    LockSupport.parkNanos(BETWEEN_READS.toNanos());
    long start = System.nanoTime();
    if (reader.get(list).status() != 200) {
      throw new BenchmarkException("a list was refused");
    }
    Sample.record(times, start);
  }

  @Override
  public void close() throws IOException {
    ownReader.close();
    otherReader.close();
    connections.close();
  }
}
