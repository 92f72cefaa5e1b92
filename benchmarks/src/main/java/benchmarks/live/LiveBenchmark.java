package benchmarks.live;

import arashi.front.Tokens;
import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import benchmarks.delivery.PacedMail;
import benchmarks.live.Listeners.Followed;
import benchmarks.load.Browser;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.report.BenchmarkException;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import seda.kernel.Clock;

/**
 * Listens to accounts of a running product, delivers to them, and reads the list of another account
 * meanwhile. Methods block.
 */
final class LiveBenchmark implements AutoCloseable {
  private static final String DOMAIN = "live.example";
  private static final Duration SESSION = Duration.ofDays(1);
  private static final int MAILS = 200;
  private static final Duration BETWEEN_READS = Duration.ofMillis(10);
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  private final Product product;
  private final int lmtp;
  private final double rate;
  private final int seconds;
  private final HikariDataSource connections;
  private final Store store;
  private final CpuMeter cpu;
  private final List<Followed> followed = new ArrayList<>();
  private final List<String> recipients = new ArrayList<>();
  private final Browser reader;
  private final String list;

  /**
   * What one part came to.
   *
   * @param name what happened
   * @param list response times of the other account's list, in nanoseconds
   * @param cpu of the service, its database and this process
   * @param delivered mails
   * @param delays from acknowledgement to event, in nanoseconds
   * @param events that came
   */
  record Part(
      String name,
      Histogram list,
      Cpu cpu,
      double seconds,
      long delivered,
      Histogram delays,
      long events) {}

  /**
   * What it came to.
   *
   * @param bytesEach of the service's heap for each listener that rests
   * @param ended listeners whose answer ended by itself
   */
  record Result(List<Part> parts, double bytesEach, long ended) {}

  LiveBenchmark(Product product, int lmtp, int accounts, double rate, int seconds)
      throws IOException, SQLException {
    this.product = product;
    this.lmtp = lmtp;
    this.rate = rate;
    this.seconds = seconds;
    connections = product.database().open();
    store = Store.over(connections, Clock.system()::instant);
    cpu = new CpuMeter(product.process(), product.databaseProcess().orElse(null));
    store.addressEdit().addDomain(DOMAIN);
    String hash = Passwords.hash("correct horse battery staple");
    for (int i = 0; i < accounts; i++) {
      recipients.add("listener-" + i + "@" + DOMAIN);
      followed.add(new Followed(session(account(recipients.get(i), hash))));
    }
    Account other = account("reader@" + DOMAIN, hash);
    reader = new Browser(product.address());
    reader.cookies(List.of(session(other)));
    list = "/mail/" + store.folders().byRole(other.id(), FolderRole.INBOX).orElseThrow().id();
    try (PacedMail mail = new PacedMail(lmtp, List.of("reader@" + DOMAIN), 1000, n -> {})) {
      mail.deliver(MAILS);
    }
  }

  private Account account(String address, String hash) {
    try {
      Account account = store.accounts().create(address, hash, "standard", false, 0);
      store.addressEdit().give(account.id(), Address.parse(address), Tombstone.IGNORE);
      return account;
    } catch (NameTakenException | AddressRefusedException e) {
      throw new BenchmarkException(e.getMessage(), e);
    }
  }

  private String session(Account account) {
    String token = Tokens.random();
    store
        .sessions()
        .create(Tokens.hash(token), account.id(), Tokens.random(), SESSION, "bench", "127.0.0.1");
    return "arashi_session=" + token;
  }

  /** Runs all parts. */
  Result run(int count) throws IOException, InterruptedException {
    List<Part> parts = new ArrayList<>();
    try (Listeners listeners = new Listeners()) {
      part("warm-up", WARM_UP, true, listeners);
      parts.add(part("nobody listens, nothing comes", false, listeners));
      parts.add(part("nobody listens, mail comes", true, listeners));
      long before = heapBytes();
      listeners.open(product.address(), followed, count);
      double bytesEach = (double) (heapBytes() - before) / count;
      parts.add(part("all listen, nothing comes", false, listeners));
      parts.add(part("all listen, mail comes", true, listeners));
      return new Result(parts, bytesEach, listeners.ended());
    }
  }

  private Part part(String name, boolean mail, Listeners listeners)
      throws IOException, InterruptedException {
    return part(name, Duration.ofSeconds(seconds), mail, listeners);
  }

  private Part part(String name, Duration time, boolean mail, Listeners listeners)
      throws IOException, InterruptedException {
    listeners.reset();
    Histogram times = Sample.histogram();
    PacedMail flow =
        new PacedMail(lmtp, recipients, rate * recipients.size(), n -> followed.get(n).changed());
    try (flow) {
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
      long delivered = flow.end();
      double wall = (System.nanoTime() - start) / 1e9;
      Cpu used = cpu.read().since(before);
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // for the last events
      return new Part(name, times, used, wall, delivered, listeners.delays(), listeners.events());
    }
  }

  /** Objects that live, by the JDK's tool; it collects garbage first. */
  private long heapBytes() throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(
                jcmd.toString(), String.valueOf(product.process().pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text.lines()
        .filter(line -> line.startsWith("Total"))
        .map(line -> line.split("\\s+"))
        .mapToLong(fields -> Long.parseLong(fields[2]))
        .findFirst()
        .orElseThrow(() -> new BenchmarkException("jcmd says: " + text.strip()));
  }

  @Override
  public void close() throws IOException {
    reader.close();
    connections.close();
  }
}
