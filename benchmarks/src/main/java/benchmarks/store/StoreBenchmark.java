package benchmarks.store;

import arashi.ingest.Intake;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.mail.FolderRole;
import benchmarks.load.CpuMeter;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.mail.MailSupply;
import benchmarks.mail.Mailbox;
import benchmarks.mail.Mailbox.Import;
import benchmarks.mail.Mailboxes;
import benchmarks.mail.MeasuredRequest;
import benchmarks.mail.Probes;
import benchmarks.mail.SearchWords;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Progress;
import benchmarks.store.StoreResults.AtSize;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import seda.kernel.Clock;

/** Lets a mailbox grow, and measures it at each size. Blocks, for hours at a million mails. */
final class StoreBenchmark {
  private static final long SEED = 20_261_125;
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(60);

  /** What a large store may slow down; {@code bench mail} measures the other types, too. */
  static final List<MeasuredRequest> TYPES =
      List.of(
          MeasuredRequest.LIST,
          MeasuredRequest.LIST_DEEP,
          MeasuredRequest.SHOW_PLAIN,
          MeasuredRequest.SEARCH_COMMON,
          MeasuredRequest.SEARCH_RARE,
          MeasuredRequest.SEARCH_TWO,
          MeasuredRequest.SEARCH_PHRASE,
          MeasuredRequest.SEARCH_FIELD,
          MeasuredRequest.SEARCH_NONE,
          MeasuredRequest.REFILE,
          MeasuredRequest.DELETE);

  private final Product product;
  private final StorePlan plan;
  private final Progress progress;
  private final CpuMeter meter;
  private final Mailboxes maker;
  private Mailbox mailbox;
  private int size;
  private double rawBytes;
  private boolean warm;

  StoreBenchmark(Product product, StorePlan plan, Progress progress)
      throws IOException, SQLException {
    this.product = product;
    this.plan = plan;
    this.progress = progress;
    this.meter = new CpuMeter(product.process(), product.databaseProcess().orElse(null));
    this.maker = new Mailboxes(product, meter, new MailSupply(List.of()));
  }

  /** Steps that {@link Progress} will see. */
  static int steps(StorePlan plan) {
    return plan.parts() + plan.sizes().size() * (2 * TYPES.size() + 1);
  }

  /**
   * Measures it all.
   *
   * @param mboxes real mail; none for made-up mail
   */
  StoreResults run(List<Path> mboxes) throws IOException, SQLException {
    List<AtSize> sizes = new ArrayList<>();
    mailbox = maker.empty();
    try (GrowingMail supply = new GrowingMail(mboxes, SEED);
        HikariDataSource connections = product.database().open()) {
      Store store = Store.over(connections, Clock.system()::instant);
      try {
        for (int wanted : plan.sizes()) {
          sizes.add(growTo(wanted, supply, connections, store));
        }
      } finally {
        store.availability().close();
      }
      return new StoreResults(
          sizes,
          !mboxes.isEmpty(),
          product.complaints().size(),
          product.databaseVersion(),
          meter.seesDatabase());
    } finally {
      if (product.usesOtherServer()) {
        maker.remove(mailbox);
      }
    }
  }

  private AtSize growTo(int wanted, GrowingMail supply, HikariDataSource connections, Store store)
      throws IOException, SQLException {
    ServerCounters before = counters(connections);
    Import all = Import.NONE;
    double slowest = Double.MAX_VALUE;
    SearchWords words = mailbox.words();
    Path mbox = product.folder().resolve("part.mbox");
    while (size < wanted) {
      int part = Math.min(plan.part, wanted - size);
      progress.step("import of mails %,d to %,d", size + 1, size + part);
      supply.write(part, mbox);
      Import one = maker.bring(mailbox.user(), mbox);
      all = all.plus(one);
      slowest = Math.min(slowest, one.perSecond());
      size += part;
      if (size == wanted) {
        words = SearchWords.of(mbox);
      }
      Files.delete(mbox);
    }
    rawBytes += all.megabytes() * 1e6;
    if (supply.rare().size() > words.rare().size() / 2) {
      words = words.withRare(supply.rare());
    }
    ServerCounters written = counters(connections).since(before);
    Map<String, Long> tables = tables(connections);
    mailbox = mailbox.with(wanted, words, all);
    Map<MeasuredRequest, Sample> requests = requests();
    Sample delivery = delivery(supply, store);
    return new AtSize(wanted, rawBytes, all, slowest, written, tables, requests, delivery);
  }

  private static ServerCounters counters(HikariDataSource connections) throws SQLException {
    try (Connection connection = connections.getConnection()) {
      return ServerCounters.read(connection);
    }
  }

  private Map<String, Long> tables(HikariDataSource connections) throws IOException, SQLException {
    if (!product.usesOtherServer()) {
      return TableSizes.ofFiles(product.folder().resolve("database/data/arashi"));
    }
    try (Connection connection = connections.getConnection()) {
      return TableSizes.ofServer(connection);
    }
  }

  /** Warms up before the first that counts, and a little at each further size. */
  private Map<MeasuredRequest, Sample> requests() throws IOException {
    int warmUp = warm ? plan.warmUp / 10 : plan.warmUp;
    warm = true;
    everyType("warm-up", warmUp);
    return everyType("measured", plan.requests);
  }

  private Map<MeasuredRequest, Sample> everyType(String what, int requests) throws IOException {
    Map<MeasuredRequest, Sample> samples = new EnumMap<>(MeasuredRequest.class);
    try (Probes probes = new Probes(product.address(), mailbox, plan.deep)) {
      for (MeasuredRequest type : TYPES) {
        progress.step("%s: %s, %,d mails", what, type.title(), size);
        if (requests > 0) {
          samples.put(type, probes.of(type).measure(requests, LONGEST_PROBE, meter));
        }
      }
    }
    return samples;
  }

  /** Half as many come before, for this process is cold. They all stay in the mailbox. */
  private Sample delivery(GrowingMail supply, Store store) throws IOException {
    progress.step("deliveries, %,d mails", size);
    long account =
        store
            .accounts()
            .byName(mailbox.user())
            .orElseThrow(() -> new BenchmarkException("the account is gone"))
            .id();
    long inbox = store.folders().ofRole(account, FolderRole.INBOX).id();
    Clock clock = Clock.system();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT), new TermExtractor(TermLimits.DEFAULT), clock);
    Delivery delivery = new Delivery(store, intake, supply, account, inbox);
    int mails = Math.max(1, Math.min(plan.requests, mailbox.size() / 10));
    delivery.measure(Math.max(1, mails / 2), LONGEST_PROBE, meter);
    return delivery.measure(mails, LONGEST_PROBE, meter);
  }
}
