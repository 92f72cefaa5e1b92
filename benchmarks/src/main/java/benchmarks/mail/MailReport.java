package benchmarks.mail;

import benchmarks.load.Sample;
import benchmarks.mail.MailResults.MixResult;
import benchmarks.mail.MixUser.Step;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The results as {@code mail.md}, {@code mail-results.json} and plots. */
final class MailReport {
  private final MailResults results;
  private final String command;

  /**
   * A report.
   *
   * @param command the command line that made the results
   */
  MailReport(MailResults results, String command) {
    this.results = results;
    this.command = command;
  }

  /** Writes all files. */
  void write(Path out) throws IOException {
    Files.writeString(out.resolve("mail-results.json"), Json.of(asMap()));
    for (Map.Entry<String, String> plot : new MailPlots(results).svg().entrySet()) {
      Files.writeString(out.resolve(plot.getKey()), plot.getValue());
    }
    GeneratedSection.write(out.resolve("mail.md"), "What a request costs", markdown());
  }

  /** Tables and plots. */
  String markdown() {
    String cpu =
        results.seesDatabase() ? "" : " The database ran elsewhere: its CPU time isn't in.\n";
    return String.join(
        "\n",
        "Measured "
            + Machine.month()
            + ": "
            + Machine.describe()
            + "; "
            + results.database()
            + ".\n"
            + cpu
            + "\n```\n"
            + command
            + "\n```\n",
        "### Import\n",
        imports().toString(),
        "![Import rate](mail-import.svg)\n",
        "### CPU time of a request\n",
        "Service and database together, µs; one user at a time.\n",
        byType(s -> format("%,.0f", s.micros())).toString(),
        "![CPU time of a request](mail-cpu.svg)\n",
        "### Response time\n",
        "Median / 90th percentile, ms; one user at a time.\n",
        byType(s -> format("%.1f / %.1f", s.p50(), s.p90())).toString(),
        "![Response time and mailbox size](mail-time.svg)\n",
        "### The mix\n",
        mixes().toString(),
        "90th percentile of the response time by request, ms:\n",
        steps().toString(),
        profile(),
        "The service logged " + results.complaints() + " warnings or errors.\n");
  }

  private Table imports() {
    Table table =
        new Table(
            "mails",
            "MB",
            "seconds",
            "mails/s",
            "import, CPU ms a mail",
            "database, CPU ms a mail");
    for (Mailbox mailbox : results.mailboxes()) {
      Mailbox.Import in = mailbox.imported();
      table.row(
          size(mailbox.size()),
          format("%,.1f", in.megabytes()),
          format("%,.1f", in.seconds()),
          format("%,.0f", in.perSecond()),
          format("%.2f", in.millisEach(in.cpu())),
          format("%.2f", in.millisEach(in.databaseCpu())));
    }
    return table;
  }

  private Table byType(Function<Statistics, String> cell) {
    List<String> columns = new ArrayList<>(List.of("mails in the folder"));
    results.mailboxes().forEach(mailbox -> columns.add(size(mailbox.size())));
    Table table = new Table(columns.toArray(String[]::new));
    for (MeasuredRequest type : results.measured()) {
      List<String> row = new ArrayList<>(List.of(type.title()));
      for (Mailbox mailbox : results.mailboxes()) {
        row.add(cell.apply(results.of(type, mailbox)));
      }
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private Table mixes() {
    Table table =
        new Table(
            "mails, users",
            "service µs",
            "database µs",
            "together µs",
            "load µs",
            "p50 ms",
            "p90 ms",
            "p99 ms",
            "requests/s");
    for (MixResult mix : results.mixes()) {
      Statistics s = Statistics.of(mix.rounds());
      table.row(
          title(mix),
          format("%,.0f", s.serviceMicros()),
          format("%,.0f", s.databaseMicros()),
          format("%,.0f", s.micros()),
          format("%,.0f", s.loadMicros()),
          format("%.1f", s.p50()),
          format("%.1f", s.p90()),
          format("%.1f", s.p99()),
          format("%,.0f", s.perSecond()));
    }
    return table;
  }

  private Table steps() {
    List<String> columns = new ArrayList<>(List.of("mails, users"));
    for (Step step : Step.values()) {
      columns.add(step.title());
    }
    Table table = new Table(columns.toArray(String[]::new));
    for (MixResult mix : results.mixes()) {
      List<String> row = new ArrayList<>(List.of(title(mix)));
      for (Step step : Step.values()) {
        row.add(format("%.1f", mix.steps().get(step).millis(90)));
      }
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private String profile() {
    if (results.profile().isEmpty()) {
      return "";
    }
    Table table = new Table("where the service's CPU time goes", "%");
    results.profile().forEach((owner, share) -> table.row(owner, format("%.1f", 100 * share)));
    return table.toString();
  }

  private static String title(MixResult mix) {
    return size(mix.size()) + ", " + mix.users();
  }

  private static String size(int mails) {
    return format("%,d", mails);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "mail");
    map.put("month", Machine.month());
    map.put("machine", Machine.describe());
    map.put("database", results.database());
    map.put("databaseCpuMeasured", results.seesDatabase());
    map.put("command", command);
    map.put("warnings", results.complaints());
    List<Object> imports = new ArrayList<>();
    for (Mailbox mailbox : results.mailboxes()) {
      Mailbox.Import in = mailbox.imported();
      imports.add(
          Json.map(
              "mails", in.mails(),
              "megabytes", in.megabytes(),
              "seconds", in.seconds(),
              "cpuMillisEach", in.millisEach(in.cpu()),
              "databaseCpuMillisEach", in.millisEach(in.databaseCpu())));
    }
    map.put("imports", imports);
    map.put("types", types());
    List<Object> mixes = new ArrayList<>();
    for (MixResult mix : results.mixes()) {
      Map<String, Object> row =
          Json.map("mails", mix.size(), "users", mix.users(), "gone", mix.gone());
      row.putAll(Statistics.of(mix.rounds()).asMap());
      for (Map.Entry<Step, Sample> step : mix.steps().entrySet()) {
        String name = step.getKey().title();
        row.put(name + " requests", step.getValue().requests());
        row.put(name + " p90Millis", step.getValue().millis(90));
      }
      mixes.add(row);
    }
    map.put("mixes", mixes);
    return map;
  }

  private List<Object> types() {
    List<Object> rows = new ArrayList<>();
    for (MeasuredRequest type : results.measured()) {
      for (Mailbox mailbox : results.mailboxes()) {
        Map<String, Object> row = Json.map("type", type.title(), "mails", mailbox.size());
        row.putAll(results.of(type, mailbox).asMap());
        rows.add(row);
      }
    }
    return rows;
  }
}
