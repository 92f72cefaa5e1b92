package benchmarks.store;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.FolderRole;
import benchmarks.corpus.GrowingMail;
import benchmarks.corpus.MailSupply;
import benchmarks.corpus.MboxCycle;
import benchmarks.corpus.SearchWords;
import benchmarks.load.Accounts;
import benchmarks.load.CpuMeter;
import benchmarks.load.Probe;
import benchmarks.load.Product;
import benchmarks.load.Sample;
import benchmarks.load.ServiceOptions;
import benchmarks.mail.Mailbox;
import benchmarks.mail.Mailbox.Import;
import benchmarks.mail.Mailboxes;
import benchmarks.mail.MeasuredRequest;
import benchmarks.mail.Probes;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.store.DatabaseSizes.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import seda.kernel.Clock;

/**
 * {@code arashi bench store}: lets a mailbox grow, and measures it at each size. Blocks for hours
 * at a million mails.
 */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "One mailbox as it grows: import, bytes on disk and written, each request.")
public final class StoreCommand extends Benchmark {
  private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final int MOST_MAILS = 1_000_000;

  /** An mbox of this number of real mails takes 500 MB of disk while it is imported. */
  private static final int MOST_OF_A_PART = 50_000;

  /** Pages from the first to the deep page. */
  private static final int DEEP = 100;

  private static final long SEED = 20_261_125;
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(60);
  private static final String DELIVERY = "deliver one mail";

  /** Requests that a large store may slow down; {@code bench mail} measures the other types. */
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

  @Option(names = "--mails", description = "mails that the mailbox grows to (default: 10000)")
  private int mails = 10_000;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description =
          "real mail instead of made-up mail: a folder of *.mbox, *.mboxrd, or *.xz of these; when"
              + " it ends, it is copied with new ids and new words")
  private Path corpus;

  @Option(names = "--requests", description = "requests of a type at a size (default: 500)")
  private int requests = 500;

  @Option(
      names = "--warm-up",
      description = "requests of each type before any is measured (default: 1000)")
  private int warmUp = 1_000;

  @Option(
      names = "--part",
      description = "mails of one import, of which the slowest is reported (default: 50000)")
  private int part = MOST_OF_A_PART;

  @Mixin private ServiceOptions service;

  private final List<AtSize> sizes = new ArrayList<>();
  private Product product;
  private Progress progress;
  private CpuMeter meter;
  private Mailboxes maker;
  private Accounts accounts;
  private Mailbox mailbox;
  private double rawBytes;
  private boolean warm;

  /**
   * The mailbox at one size.
   *
   * @param slowest mails a second of the slowest part of the import since the size before
   * @param written by the database meanwhile
   */
  record AtSize(
      Mailbox mailbox,
      double rawBytes,
      double slowest,
      Written written,
      Map<String, Long> tables,
      Map<String, Sample> requests) {
    int mails() {
      return mailbox.size();
    }

    Import grown() {
      return mailbox.imported();
    }

    double bytesOnDisk() {
      return tables.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  void check() {
    BenchmarkException.requireBetween("--mails", mails, 1, MOST_MAILS);
    BenchmarkException.requireBetween("--requests", requests, 1, 100_000);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--part", part, 1, MOST_OF_A_PART);
  }

  /** Sizes at which the mailbox is measured, the last being its whole size. */
  List<Integer> sizes() {
    return Stream.concat(SIZES.stream().filter(size -> size < mails), Stream.of(mails)).toList();
  }

  int parts() {
    int parts = 0;
    int before = 0;
    for (int size : sizes()) {
      parts += (size - before + part - 1) / part;
      before = size;
    }
    return parts;
  }

  @Override
  protected void run() throws IOException, SQLException {
    check();
    List<Path> mboxes = new ArrayList<>(service.mail().mboxes());
    if (corpus != null) {
      mboxes.addAll(MboxCycle.mboxes(corpus));
    }
    try (Product started = new Product(service.mysql(), "");
        Progress shown = new Progress(parts() + sizes().size() * (2 * TYPES.size() + 1));
        GrowingMail supply = new GrowingMail(mboxes, SEED);
        Accounts made = new Accounts(started)) {
      product = started;
      progress = shown;
      accounts = made;
      meter = product.meter();
      maker = new Mailboxes(product, meter, new MailSupply(List.of()));
      mailbox = maker.empty();
      try {
        for (int wanted : sizes()) {
          growTo(wanted, supply);
        }
        report(!mboxes.isEmpty());
      } finally {
        if (product.usesOtherServer()) {
          maker.remove(mailbox);
        }
      }
    }
  }

  /** For tests. */
  List<AtSize> measured() {
    return sizes;
  }

  private void growTo(int wanted, GrowingMail supply) throws IOException, SQLException {
    Written before = written();
    Import all = Import.NONE;
    double slowest = Double.MAX_VALUE;
    SearchWords words = mailbox.words();
    Path mbox = product.folder().resolve("part.mbox");
    for (int size = mailbox.size(); size < wanted; ) {
      int next = Math.min(part, wanted - size);
      progress.step("import of mails %,d to %,d", size + 1, size + next);
      supply.write(next, mbox);
      Import one = maker.bring(mailbox.user(), mbox);
      all = all.plus(one);
      slowest = Math.min(slowest, one.perSecond());
      size += next;
      words = size == wanted ? SearchWords.of(mbox) : words;
      Files.delete(mbox);
    }
    rawBytes += all.megabytes() * 1e6;
    if (supply.rare().size() > words.rare().size() / 2) {
      words = words.withRare(supply.rare());
    }
    Written since = written().since(before);
    mailbox = mailbox.with(wanted, words, all);
    Map<String, Long> tables = tables();
    everyType("warm-up", warm ? warmUp / 10 : warmUp);
    warm = true;
    Map<String, Sample> samples = everyType("measured", requests);
    samples.put(DELIVERY, delivery(supply));
    sizes.add(new AtSize(mailbox, rawBytes, slowest, since, tables, samples));
  }

  private Written written() throws SQLException {
    try (Connection connection = accounts.connections().getConnection()) {
      return Written.read(connection);
    }
  }

  private Map<String, Long> tables() throws IOException, SQLException {
    try (Connection connection = accounts.connections().getConnection()) {
      return product.usesOtherServer()
          ? DatabaseSizes.ofServer(connection)
          : DatabaseSizes.ofFiles(product.folder().resolve("database/data/arashi"));
    }
  }

  private Map<String, Sample> everyType(String what, int count) throws IOException {
    Map<String, Sample> samples = new LinkedHashMap<>();
    try (Probes probes = new Probes(product.address(), mailbox, DEEP)) {
      for (MeasuredRequest type : TYPES) {
        progress.step("%s: %s, %,d mails", what, type.title(), mailbox.size());
        if (count > 0) {
          String title = type == MeasuredRequest.LIST_DEEP ? "list, deep page" : type.title();
          samples.put(title, probes.of(type).measure(count, LONGEST_PROBE, meter));
        }
      }
    }
    return samples;
  }

  /**
   * Delivers mail to the inbox in this process: parses it, and stores it in a transaction of its
   * own. Half as many come first, because this process is cold. All of them stay in the mailbox.
   */
  private Sample delivery(GrowingMail supply) throws IOException {
    progress.step("deliveries, %,d mails", mailbox.size());
    Store store = accounts.store();
    Account account = store.accounts().byName(mailbox.user()).orElseThrow();
    long inbox = accounts.folder(account, FolderRole.INBOX);
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system());
    List<byte[]> raw = new ArrayList<>();
    Probe delivery =
        new Probe() {
          @Override
          public int ready(int wanted) throws IOException {
            raw.clear();
            for (int i = 0; i < wanted; i++) {
              raw.add(supply.one());
            }
            return wanted;
          }

          @Override
          public void request(int index) {
            Intake.Taken taken = intake.take(raw.get(index), Optional.empty(), MailFlags.NONE);
            store.mailWriter().add(account.id(), inbox, List.of(taken.mail()));
          }
        };
    int count = Math.max(1, Math.min(requests, mailbox.size() / 10));
    delivery.measure(Math.max(1, count / 2), LONGEST_PROBE, meter);
    return delivery.measure(count, LONGEST_PROBE, meter);
  }

  private void report(boolean realMail) throws IOException, SQLException {
    publish(
        report()
            .measured(
                "%s. Mail: %s.%s",
                product.databaseVersion(),
                realMail ? "real, copied when it ended" : "made up",
                meter.seesDatabase() ? "" : " The database ran elsewhere: its CPU time isn't in.")
            .command()
            .text("### Import, from each size to the next")
            .table(imports())
            .text("### Bytes written a mail, KB")
            .table(bytesWritten())
            .text("### Bytes on disk a mail, by table")
            .table(bytesOnDisk())
            .text("### Response time: median / 99th percentile, ms")
            .table(byType(StoreCommand::times))
            .text("### CPU time of a request, µs")
            .text("Service and database together; of a delivery, this process and the database.")
            .table(byType(StoreCommand::micros))
            .text("The service logged %d warnings or errors.", product.complaints())
            .json("store-results.json", json(realMail)),
        "store.md",
        "What the store costs as it grows",
        "");
  }

  private Table imports() {
    Table table =
        new Table(
            "to mails | MB | seconds | mails/s | slowest part, mails/s | import, CPU ms a mail"
                + " | database, CPU ms a mail");
    for (AtSize at : sizes) {
      Import in = at.grown();
      table.row(
          "%,d | %,.1f | %,.1f | %,.0f | %,.0f | %.2f | %.2f",
          at.mails(),
          in.megabytes(),
          in.seconds(),
          in.perSecond(),
          at.slowest,
          in.millisEach(in.cpu()),
          in.millisEach(in.databaseCpu()));
    }
    return table;
  }

  private Table bytesWritten() {
    Table table =
        new Table(
            "to mails | raw mail | data | of it doublewrite | redo log | more dirty"
                + " | in all, with dirty pages");
    for (AtSize at : sizes) {
      double each = 1e3 * at.grown().mails();
      Written bytes = at.written;
      table.row(
          "%,d | %,.1f | %,.1f | %,.1f | %,.1f | %,.1f | %,.1f",
          at.mails(),
          at.grown().megabytes() * 1e6 / each,
          bytes.data() / each,
          bytes.doublewrite() / each,
          bytes.log() / each,
          bytes.dirty() / each,
          bytes.all() / each);
    }
    return table;
  }

  private Table across(String first) {
    return Table.across(first, sizes, at -> Figures.text("%,d", at.mails()));
  }

  private Table bytesOnDisk() {
    Table table = across("table");
    TreeSet<String> names = new TreeSet<>();
    sizes.forEach(at -> names.addAll(at.tables.keySet()));
    for (String name : names) {
      table.row(name, sizes, "%,.0f", at -> at.tables.getOrDefault(name, 0L) * 1.0 / at.mails());
    }
    table.row("all tables", sizes, "%,.0f", at -> at.bytesOnDisk() / at.mails());
    table.row("raw mail", sizes, "%,.0f", at -> at.rawBytes / at.mails());
    table.row("all tables : raw mail", sizes, "%.2f", at -> at.bytesOnDisk() / at.rawBytes);
    return table;
  }

  private Table byType(BiFunction<String, Sample, String> cell) {
    Table table = across("mails in the folder");
    for (String type : sizes.get(0).requests.keySet()) {
      table.row(type, sizes, "%s", at -> cell.apply(type, at.requests.get(type)));
    }
    return table;
  }

  private static String times(String type, Sample sample) {
    return Figures.text("%.1f / %.1f", sample.millis(50), sample.millis(99));
  }

  private static String micros(String type, Sample sample) {
    Duration own = type.equals(DELIVERY) ? sample.cpu().load() : sample.cpu().service();
    return Figures.text("%,.0f", sample.microsEach(own.plus(sample.cpu().database())));
  }

  private Map<String, Object> json(boolean realMail) throws IOException, SQLException {
    List<Object> grown = new ArrayList<>();
    List<Object> tables = new ArrayList<>();
    List<Object> samples = new ArrayList<>();
    for (AtSize at : sizes) {
      Map<String, Object> row =
          Json.map(
              "size", at.mails(),
              "rawBytes", at.rawBytes(),
              "slowestPerSecond", at.slowest(),
              "written", at.written(),
              "writtenInAllBytes", at.written().all(),
              "bytesOnDisk", at.bytesOnDisk());
      row.putAll(at.grown().asMap());
      grown.add(row);
      at.tables.forEach((name, bytes) -> tables.add(Json.map("mails", at.mails(), name, bytes)));
      at.requests.forEach((type, sample) -> samples.add(json(at.mails(), type, sample)));
    }
    return Json.map(
        "database", product.databaseVersion(),
        "databaseCpuMeasured", meter.seesDatabase(),
        "realMail", realMail,
        "warnings", product.complaints(),
        "sizes", grown,
        "tables", tables,
        "requests", samples);
  }

  private static Map<String, Object> json(int mails, String type, Sample sample) {
    return Json.map(
        "mails", mails,
        "type", type,
        "requests", sample.requests(),
        "p50Millis", sample.millis(50),
        "p99Millis", sample.millis(99),
        "serviceCpuMicros", sample.microsEach(sample.cpu().service()),
        "databaseCpuMicros", sample.microsEach(sample.cpu().database()),
        "loadCpuMicros", sample.microsEach(sample.cpu().load()));
  }
}
