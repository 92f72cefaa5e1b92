package benchmarks.store;

import benchmarks.load.Sample;
import benchmarks.mail.MeasuredRequest;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import benchmarks.store.StoreResults.AtSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** The results as {@code store.md} and {@code store-results.json}. */
final class StoreReport {
  private static final String DELIVERY = "deliver one mail";

  private final StoreResults results;
  private final String command;

  /**
   * A report.
   *
   * @param command the command line that made the results
   */
  StoreReport(StoreResults results, String command) {
    this.results = results;
    this.command = command.replaceAll("(--corpus)[ =]\\S+", "$1 DIR"); // which is one machine's
  }

  /** Writes both files. */
  void write(Path out) throws IOException {
    Files.writeString(out.resolve("store-results.json"), Json.of(asMap()));
    GeneratedSection.write(out.resolve("store.md"), "What the store costs as it grows", markdown());
  }

  /** The tables. */
  String markdown() {
    return String.join(
        "\n",
        "Measured " + Machine.month() + ": " + Machine.describe() + "; " + results.database() + ".",
        "Mail: " + (results.realMail() ? "real, copied when it ended" : "made up") + ".",
        results.seesDatabase() ? "" : "The database ran elsewhere: its CPU time isn't in.\n",
        "```\n" + command + "\n```\n",
        "### Import, from each size to the next\n",
        imports().toString(),
        "### Bytes written a mail, KB\n",
        written().toString(),
        "### Bytes on disk a mail, by table\n",
        tables().toString(),
        "### Response time: median / 99th percentile, ms\n",
        byType(StoreReport::times, StoreReport::times).toString(),
        "### CPU time of a request, µs\n",
        "Service and database together; of a delivery, this process and the database.\n",
        byType(
                sample -> micros(sample, sample.cpu().service()),
                sample -> micros(sample, sample.cpu().load()))
            .toString(),
        "The service logged " + results.complaints() + " warnings or errors.\n");
  }

  private static String times(Sample sample) {
    return format("%.1f / %.1f", sample.millis(50), sample.millis(99));
  }

  private static String micros(Sample sample, Duration beside) {
    return format("%,.0f", sample.microsEach(beside.plus(sample.cpu().database())));
  }

  private Table imports() {
    Table table =
        new Table(
            "to mails",
            "MB",
            "seconds",
            "mails/s",
            "slowest part, mails/s",
            "import, CPU ms a mail",
            "database, CPU ms a mail");
    for (AtSize at : results.sizes()) {
      table.row(
          size(at),
          format("%,.1f", at.grown().megabytes()),
          format("%,.1f", at.grown().seconds()),
          format("%,.0f", at.grown().perSecond()),
          format("%,.0f", at.slowest()),
          format("%.2f", at.grown().millisEach(at.grown().cpu())),
          format("%.2f", at.grown().millisEach(at.grown().databaseCpu())));
    }
    return table;
  }

  private Table written() {
    Table table =
        new Table(
            "to mails",
            "raw mail",
            "data",
            "of it doublewrite",
            "redo log",
            "more dirty",
            "in all, with dirty pages");
    for (AtSize at : results.sizes()) {
      table.row(
          size(at),
          kilobytes((long) (at.grown().megabytes() * 1e6), at),
          kilobytes(at.written().data(), at),
          kilobytes(at.written().doublewrite(), at),
          kilobytes(at.written().log(), at),
          kilobytes(at.written().dirty(), at),
          kilobytes(at.written().all(), at));
    }
    return table;
  }

  private static String kilobytes(long bytes, AtSize at) {
    return format("%,.1f", bytes / 1e3 / at.grown().mails());
  }

  private Table tables() {
    Table table = table("table");
    TreeSet<String> names = new TreeSet<>();
    results.sizes().forEach(at -> names.addAll(at.tables().keySet()));
    for (String name : names) {
      row(table, name, at -> format("%,.0f", at.tables().getOrDefault(name, 0L) / each(at)));
    }
    row(table, "all tables", at -> format("%,.0f", at.bytesOnDisk() / each(at)));
    row(table, "raw mail", at -> format("%,.0f", at.rawBytes() / each(at)));
    row(table, "all tables : raw mail", at -> format("%.2f", at.bytesOnDisk() / at.rawBytes()));
    return table;
  }

  private static double each(AtSize at) {
    return at.mails();
  }

  private Table byType(Function<Sample, String> cell, Function<Sample, String> ofDelivery) {
    Table table = table("mails in the folder");
    for (MeasuredRequest type : StoreBenchmark.TYPES) {
      row(table, title(type), at -> cell.apply(at.requests().get(type)));
    }
    row(table, DELIVERY, at -> ofDelivery.apply(at.delivery()));
    return table;
  }

  private static String title(MeasuredRequest type) {
    return type == MeasuredRequest.LIST_DEEP ? "list, deep page" : type.title();
  }

  private Table table(String first) {
    List<String> columns = new ArrayList<>(List.of(first));
    results.sizes().forEach(at -> columns.add(size(at)));
    return new Table(columns.toArray(String[]::new));
  }

  private void row(Table table, String first, Function<AtSize, String> cell) {
    List<String> row = new ArrayList<>(List.of(first));
    results.sizes().forEach(at -> row.add(cell.apply(at)));
    table.row(row.toArray(String[]::new));
  }

  private static String size(AtSize at) {
    return format("%,d", at.mails());
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "store");
    map.put("month", Machine.month());
    map.put("machine", Machine.describe());
    map.put("database", results.database());
    map.put("databaseCpuMeasured", results.seesDatabase());
    map.put("realMail", results.realMail());
    map.put("command", command);
    map.put("warnings", results.complaints());
    map.put("sizes", results.sizes().stream().map(StoreReport::grown).toList());
    List<Object> tables = new ArrayList<>();
    List<Object> requests = new ArrayList<>();
    for (AtSize at : results.sizes()) {
      at.tables()
          .forEach(
              (name, bytes) -> tables.add(Json.map("mails", at.mails(), name, (Object) bytes)));
      at.requests().forEach((type, s) -> requests.add(sample(at, title(type), s)));
      requests.add(sample(at, DELIVERY, at.delivery()));
    }
    map.put("tables", tables);
    map.put("requests", requests);
    return map;
  }

  private static Map<String, Object> grown(AtSize at) {
    return Json.map(
        "mails", at.mails(),
        "rawBytes", at.rawBytes(),
        "added", at.grown().mails(),
        "seconds", at.grown().seconds(),
        "slowestPerSecond", at.slowest(),
        "cpuMillisEach", at.grown().millisEach(at.grown().cpu()),
        "databaseCpuMillisEach", at.grown().millisEach(at.grown().databaseCpu()),
        "writtenBytes", at.written().data(),
        "doublewriteBytes", at.written().doublewrite(),
        "logBytes", at.written().log(),
        "moreDirtyBytes", at.written().dirty(),
        "writtenInAllBytes", at.written().all(),
        "bytesOnDisk", at.bytesOnDisk());
  }

  private static Map<String, Object> sample(AtSize at, String type, Sample sample) {
    return Json.map(
        "mails", at.mails(),
        "type", type,
        "requests", sample.requests(),
        "p50Millis", sample.millis(50),
        "p99Millis", sample.millis(99),
        "serviceCpuMicros", sample.microsEach(sample.cpu().service()),
        "databaseCpuMicros", sample.microsEach(sample.cpu().database()),
        "loadCpuMicros", sample.microsEach(sample.cpu().load()));
  }
}
