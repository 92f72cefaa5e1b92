package benchmarks.mail;

import benchmarks.corpus.MailSupply;
import benchmarks.corpus.SearchWords;
import benchmarks.load.Accounts;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.ServiceOptions;
import benchmarks.mail.Mailbox.Import;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures requests to the product on accounts that are filled through {@code arashi import}. */
abstract class MailboxBenchmark extends Benchmark {
  private static final long SEED = 20_261_121;
  private static final Pattern SUMMARY =
      Pattern.compile("[\\d,]+ mails in ([\\d.,]+) s .*: ([\\d,]+) added.*");

  @Option(names = "--requests", description = "requests of a type at a size (default: 500)")
  int requests = 500;

  @Option(
      names = "--warm-up",
      description =
          "requests of each type before the first measured one (default: ${DEFAULT-VALUE})")
  int warmUp;

  @Mixin ServiceOptions service;
  Product product;
  Accounts accounts;
  CpuMeter meter;
  Progress progress;
  private final String prefix = "bench-" + Long.toString(System.currentTimeMillis(), 36) + "-";
  private final List<String> users = new ArrayList<>();

  MailboxBenchmark(int warmUp) {
    this.warmUp = warmUp;
  }

  /** The number of steps of the progress bar. */
  abstract int steps();

  /** Measures the product, which runs meanwhile, and reports. */
  abstract void measure() throws IOException, SQLException, InterruptedException;

  @Override
  protected final void run() throws IOException, SQLException, InterruptedException {
    BenchmarkException.requireBetween("--requests", requests, 1, 100_000);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    int steps = steps();
    try (Product started = new Product(service.mysql(), "");
        Accounts opened = new Accounts(started);
        Progress shown = new Progress(steps)) {
      product = started;
      accounts = opened;
      progress = shown;
      meter = product.meter();
      try {
        measure();
      } finally {
        for (String user : product.usesOtherServer() ? users : List.<String>of()) {
          product.run("", List.of("user", "remove", user));
        }
      }
    }
  }

  /** Makes an account; returns its name. */
  String user() throws IOException {
    String user = prefix + users.size();
    product.addUser(user, Accounts.PASSWORD);
    users.add(user);
    return user;
  }

  /** Makes an account with this number of mails in its inbox. */
  Mailbox make(int size, MailSupply supply) throws IOException {
    Path mbox = product.folder().resolve(size + ".mbox");
    try {
      supply.write(size, SEED + size, mbox);
      String user = user();
      return new Mailbox(size, user, SearchWords.of(mbox), bring(user, mbox));
    } finally {
      Files.deleteIfExists(mbox);
    }
  }

  /** Imports an mbox into a user's inbox. */
  Import bring(String user, Path mbox) throws IOException {
    Cpu before = meter.read();
    Product.Done done = product.run("", List.of("import", "--user", user, mbox.toString()));
    Duration database = meter.read().since(before).database();
    Matcher matcher =
        done.lines().stream()
            .map(SUMMARY::matcher)
            .filter(Matcher::matches)
            .findFirst()
            .orElseThrow(() -> new BenchmarkException("import said: " + done.lines()));
    return new Import(
        Long.parseLong(matcher.group(2).replace(",", "")),
        Files.size(mbox) / 1e6,
        Double.parseDouble(matcher.group(1).replace(",", "")),
        done.cpu(),
        database);
  }

  /** A report with the machine, the database, more, and the command. */
  Report begin(String more) throws IOException, SQLException {
    String elsewhere = " The database ran elsewhere: its CPU time is not included.";
    String database = product.databaseVersion() + "." + more;
    return report().measured("%s%s", database, meter.seesDatabase() ? "" : elsewhere).command();
  }

  /** Ends a report with the service's complaints; returns them and the database for JSON. */
  Map<String, Object> end(Report report) throws IOException, SQLException {
    report.text("The service logged %d warnings or errors.", product.complaints());
    return Json.map(
        "database", product.databaseVersion(),
        "databaseCpuMeasured", meter.seesDatabase(),
        "warnings", product.complaints());
  }
}
