package benchmarks.mail;

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
import benchmarks.corpus.MboxCycle;
import benchmarks.corpus.SearchWords;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Probe;
import benchmarks.load.Sample;
import benchmarks.mail.DatabaseSizes.Written;
import benchmarks.mail.Mailbox.Import;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Report;
import benchmarks.report.Table;
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
import picocli.CommandLine.Option;
import seda.kernel.Clock;

/**
 * {@code arashi bench store}: lets a mailbox grow, and measures it at each size. Blocks for hours
 * at a million mails.
 */
@Command(name = "store", description = "One mailbox as it grows: import, bytes, each request.")
public final class StoreCommand extends MailboxBenchmark {
  private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final int MOST_MAILS = 1_000_000;

  /** Pages from the first to the deep one. */
  private static final int DEEP = 100;

  private static final long SEED = 20_261_125;
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(60);
  private static final String DELIVERY = "deliver one mail";

  @Option(names = "--mails", description = "final size of the mailbox (default: 10000)")
  private int mails = 10_000;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description =
          "real mail instead of generated mail: a folder of *.mbox, *.mboxrd, or *.xz of these;"
              + " after its end come copies with new ids and new words")
  private Path corpus;

  /** Mails of one import; more real mails take more than 500 MB of disk meanwhile. */
  int part = 50_000;

  final List<AtSize> sizes = new ArrayList<>();
  private Mailbox mailbox;
  private double rawBytes;

  /**
   * The mailbox at one size.
   *
   * @param slowest mails a second of the slowest part of the import since the last size
   * @param written bytes that the database wrote since the last size
   */
  record AtSize(
      Mailbox mailbox,
      double rawBytes,
      double slowest,
      Written written,
      Map<String, Long> tables,
      Map<String, Sample> requests) {
    static final Columns<AtSize> IMPORTS =
        new Columns<AtSize>()
            .add("to mails", "%,d", "size", AtSize::mails)
            .all(Import.COLUMNS, AtSize::grown)
            .add("slowest part, mails/s", "%,.0f", "slowestPerSecond", AtSize::slowest);
    static final Columns<AtSize> BYTES =
        new Columns<AtSize>()
            .column("to mails", "%,d", AtSize::mails)
            .column("raw mail", "%,.1f", at -> at.kilobytesEach(at.grown().megabytes() * 1e6))
            .column("data", "%,.1f", at -> at.kilobytesEach(at.written.data()))
            .column("of it doublewrite", "%,.1f", at -> at.kilobytesEach(at.written.doublewrite()))
            .column("redo log", "%,.1f", at -> at.kilobytesEach(at.written.log()))
            .column("more dirty", "%,.1f", at -> at.kilobytesEach(at.written.dirty()))
            .column("in all, with dirty pages", "%,.1f", at -> at.kilobytesEach(at.written.all()))
            .key("rawBytes", AtSize::rawBytes)
            .key("written", AtSize::written)
            .key("writtenInAllBytes", at -> at.written.all())
            .key("bytesOnDisk", AtSize::bytesOnDisk);

    int mails() {
      return mailbox.size();
    }

    Import grown() {
      return mailbox.imported();
    }

    private double kilobytesEach(Number bytes) {
      return bytes.doubleValue() / 1e3 / grown().mails();
    }

    double bytesOnDisk() {
      return tables.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** For picocli. */
  public StoreCommand() {
    super(1_000);
  }

  /** Sizes of the mailbox in the report; the last is its final size. */
  List<Integer> sizes() {
    BenchmarkException.requireBetween("--mails", mails, 1, MOST_MAILS);
    return Stream.concat(SIZES.stream().filter(size -> size < mails), Stream.of(mails)).toList();
  }

  @Override
  int steps() {
    return sizes().size() * (2 + 2 * MeasuredRequest.OF_STORE.size());
  }

  @Override
  void measure() throws IOException, SQLException {
    List<Path> mboxes = new ArrayList<>(service.mail().mboxes());
    if (corpus != null) {
      mboxes.addAll(MboxCycle.mboxes(corpus));
    }
    SearchWords none = new SearchWords(List.of(), List.of(), List.of());
    mailbox = new Mailbox(0, user(), none, Import.NONE);
    try (GrowingMail supply = new GrowingMail(mboxes, SEED);
        Connection connection = accounts.connections().getConnection()) {
      for (int wanted : sizes()) {
        growTo(wanted, supply, connection);
      }
    }
    writeReport(!mboxes.isEmpty());
  }

  private void growTo(int wanted, GrowingMail supply, Connection database)
      throws IOException, SQLException {
    Written before = Written.read(database);
    Import all = Import.NONE;
    double slowest = Double.MAX_VALUE;
    SearchWords words = mailbox.words();
    Path mbox = product.folder().resolve("part.mbox");
    progress.step("import");
    for (int size = mailbox.size(); size < wanted; ) {
      int next = Math.min(part, wanted - size);
      progress.say("import of mails %,d to %,d", size + 1, size + next);
      supply.write(next, mbox);
      Import one = bring(mailbox.user(), mbox);
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
    Written since = Written.read(database).since(before);
    mailbox = new Mailbox(wanted, mailbox.user(), words, all);
    Map<String, Long> tables =
        product.usesOtherServer()
            ? DatabaseSizes.ofServer(database)
            : DatabaseSizes.ofFiles(product.folder().resolve("database/data/arashi"));
    everyType("warm-up", sizes.isEmpty() ? warmUp : warmUp / 10);
    Map<String, Sample> samples = everyType("measured", requests);
    samples.put(DELIVERY, delivery(supply));
    sizes.add(new AtSize(mailbox, rawBytes, slowest, since, tables, samples));
  }

  private Map<String, Sample> everyType(String what, int count) throws IOException {
    Map<String, Sample> samples = new LinkedHashMap<>();
    try (Probes probes = new Probes(product.address(), mailbox, DEEP)) {
      for (MeasuredRequest type : MeasuredRequest.OF_STORE) {
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
   * Delivers mail to the inbox in this process, where it stays: parses it, and stores it in a
   * transaction of its own. Half as many mails are the warm-up of this process.
   */
  private Sample delivery(GrowingMail supply) throws IOException {
    progress.step("deliveries, %,d mails", mailbox.size());
    int count = Math.max(1, Math.min(requests, mailbox.size() / 10));
    deliver(Math.max(1, count / 2), supply);
    return deliver(count, supply);
  }

  private Sample deliver(int count, GrowingMail supply) throws IOException {
    Store store = accounts.store();
    Account account = store.people().accounts().byName(mailbox.user()).orElseThrow();
    long inbox = accounts.folder(account, FolderRole.INBOX);
    MailParser parser = new MailParser(MimeLimits.DEFAULT);
    Intake intake = new Intake(parser, new TermExtractor(TermLimits.DEFAULT), Clock.system());
    List<byte[]> raw = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      raw.add(supply.one());
    }
    Probe delivery =
        index -> {
          Intake.Taken taken = intake.take(raw.get(index), Optional.empty(), MailFlags.NONE);
          store.mail().mailWriter().add(account.id(), inbox, List.of(taken.mail()));
        };
    return delivery.measure(count, LONGEST_PROBE, meter);
  }

  private void writeReport(boolean realMail) throws IOException, SQLException {
    String mail = realMail ? "real, copied after its end" : "generated";
    Report report =
        begin(" Mail: " + mail + ".")
            .text("### Import, from each size to the next")
            .table(AtSize.IMPORTS.table(sizes))
            .text("### Bytes written a mail, KB")
            .table(AtSize.BYTES.table(sizes))
            .text("### Bytes on disk a mail, by table")
            .table(bytesOnDisk())
            .text("### Response time: median / 99th percentile, ms")
            .table(byType(StoreCommand::times))
            .text("### CPU time of a request, µs")
            .text("Service and database together; of a delivery, this process and the database.")
            .table(byType(StoreCommand::micros));
    List<Object> tables = new ArrayList<>();
    List<Object> samples = new ArrayList<>();
    for (AtSize at : sizes) {
      at.tables.forEach((name, bytes) -> tables.add(Json.map("mails", at.mails(), name, bytes)));
      at.requests.forEach(
          (type, sample) -> {
            Map<String, Object> row = Json.map("mails", at.mails(), "type", type);
            row.putAll(Medians.COLUMNS.json(new Medians(List.of(sample))));
            samples.add(row);
          });
    }
    Columns<AtSize> grown =
        new Columns<AtSize>().all(AtSize.IMPORTS, at -> at).all(AtSize.BYTES, at -> at);
    Map<String, Object> json = end(report);
    json.put("realMail", realMail);
    json.put("sizes", grown.json(sizes));
    json.put("tables", tables);
    json.put("requests", samples);
    publish(
        report.json("store-results.json", json),
        "store.md",
        "Cost of the store by mailbox size",
        "");
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
    Cpu cpu = sample.cpu();
    Duration own = type.equals(DELIVERY) ? cpu.load() : cpu.service();
    return Figures.text("%,.0f", sample.microsEach(own.plus(cpu.database())));
  }
}
