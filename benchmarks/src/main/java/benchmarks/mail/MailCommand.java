package benchmarks.mail;

import arashi.store.account.Account;
import benchmarks.load.Accounts;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Profiler;
import benchmarks.load.Sample;
import benchmarks.load.ServiceOptions;
import benchmarks.mail.Mailbox.Import;
import benchmarks.report.BarChart;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Person;
import benchmarks.users.RunResult;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.UserRequestType;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench mail}: fills mailboxes, warms the service up, and measures in rounds, in
 * which sizes take turns; it reports medians of the rounds, because machines drift.
 */
@Command(
    name = "mail",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "CPU and response time of each request type, on mailboxes of several sizes.")
public final class MailCommand extends Benchmark {
  private static final int MOST_MAILS = 1_000_000;
  private static final int MOST_CLIENTS = 256;

  /** No probe takes longer than this in one round, however slow the service is. */
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(30);

  /** A login costs as much as dozens of other requests, so there are fewer. */
  private static final int LOGIN_SHARE = 10;

  /** CPU time that a request of the mix may use, in microseconds. */
  private static final double GOAL = 900;

  /** Sizes of the mailboxes that are compared with other services' figures. */
  private static final List<Integer> COMPARED = List.of(100, 13_000);

  private static final List<MeasuredRequest> OVER_SIZE =
      List.of(
          MeasuredRequest.LIST,
          MeasuredRequest.LIST_DEEP,
          MeasuredRequest.LIST_BY_SENDER,
          MeasuredRequest.SHOW_PLAIN,
          MeasuredRequest.SEARCH_COMMON,
          MeasuredRequest.SEARCH_RARE,
          MeasuredRequest.SEARCH_TWO);
  private static final List<UserRequestType> STEPS =
      List.of(
          UserRequestType.LIST_FOLDERS,
          UserRequestType.LIST_MESSAGES,
          UserRequestType.SHOW_MESSAGE,
          UserRequestType.HTML_BODY,
          UserRequestType.DELETE,
          UserRequestType.REFILE,
          UserRequestType.FLAG,
          UserRequestType.SEARCH);

  @Option(
      names = "--sizes",
      split = ",",
      description = "mails in each mailbox (default: 100,1000,10000,13000,100000)")
  private List<Integer> sizes = List.of(100, 1_000, 10_000, 13_000, 100_000);

  @Option(
      names = "--requests",
      description = "requests of a type at a size in a round (default: 500)")
  private int requests = 500;

  @Option(names = "--rounds", description = "rounds, of which medians are taken (default: 3)")
  private int rounds = 3;

  @Option(
      names = "--warm-up",
      description = "requests of each type before any is measured (default: 3000)")
  private int warmUp = 3_000;

  @Option(
      names = "--clients",
      split = ",",
      description = "users of the mix at once (default: 1,16)")
  private List<Integer> clients = List.of(1, 16);

  @Option(
      names = "--seconds",
      description = "how long the mix runs at a size in a round (default: 8)")
  private int seconds = 8;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description = "only these request types (default: all): ${COMPLETION-CANDIDATES}")
  // in their own order, however they are named: mails that were moved have new addresses
  SortedSet<MeasuredRequest> types = new TreeSet<>(List.of(MeasuredRequest.values()));

  @Option(
      names = "--profile",
      description = "profiles the service in the measured rounds: mail-profile.html, .stacks")
  private boolean profile;

  @Mixin private ServiceOptions service;

  private Product product;
  private Accounts accounts;
  private CpuMeter meter;
  private Progress progress;
  private final List<Mailbox> mailboxes = new ArrayList<>();
  private final Map<Mailbox, Probes> probes = new LinkedHashMap<>();

  /** A sample of each round. */
  private final Map<MeasuredRequest, Map<Mailbox, List<Sample>>> measured = new TreeMap<>();

  private final Map<List<Integer>, MixResult> mixes = new LinkedHashMap<>();

  /** The mix of some users on one mailbox: all requests by round, and by type. */
  private record MixResult(
      Mailbox mailbox, int users, List<Sample> rounds, Map<UserRequestType, Histogram> steps) {
    String title() {
      return Figures.text("%,d, %d", mailbox.size(), users);
    }

    Medians medians() {
      return Medians.of(rounds);
    }
  }

  private void check() {
    sizes.forEach(size -> BenchmarkException.requireBetween("--sizes", size, 1, MOST_MAILS));
    clients.forEach(
        users -> BenchmarkException.requireBetween("--clients", users, 1, MOST_CLIENTS));
    BenchmarkException.requireBetween("--requests", requests, 1, 100_000);
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--seconds", seconds, 1, 3_600);
  }

  @Override
  protected void run() throws IOException, SQLException, InterruptedException {
    check();
    int steps = sizes.size() * (1 + (1 + rounds) * (types.size() + clients.size()));
    try (Product started = new Product(service.mysql(), "");
        Accounts opened = new Accounts(started);
        Progress shown = new Progress(steps)) {
      product = started;
      accounts = opened;
      progress = shown;
      meter = product.meter();
      Mailboxes maker = new Mailboxes(product, meter, service.mail());
      try {
        for (int size : new TreeSet<>(sizes)) {
          progress.step("import of %,d mails", size);
          mailboxes.add(maker.make(size));
        }
        everyType("warm-up", type -> fewerLogins(type, warmUp / sizes.size()));
        everyMix("warm-up");
        measured.clear();
        mixes.clear();
        rounds();
        for (Probes user : probes.values()) {
          user.close();
        }
        writeReport();
      } finally {
        if (product.usesOtherServer()) {
          for (Mailbox mailbox : mailboxes) {
            maker.remove(mailbox);
          }
        }
      }
    }
  }

  private static int fewerLogins(MeasuredRequest type, int count) {
    return type == MeasuredRequest.LOGIN ? count / LOGIN_SHARE : count;
  }

  private void rounds() throws IOException, InterruptedException {
    Profiler profiler = profile ? Profiler.attach(product.process()) : null;
    try (profiler) {
      for (int round = 1; round <= rounds; round++) {
        everyType("round " + round, type -> Math.max(1, fewerLogins(type, requests)));
        everyMix("round " + round);
      }
      if (profile) {
        profiler.dump(
            folder().resolve("mail-profile.stacks"), folder().resolve("mail-profile.html"));
      }
    }
  }

  private void everyType(String what, ToIntFunction<MeasuredRequest> count) throws IOException {
    for (Mailbox mailbox : mailboxes) {
      // mails that were moved have other addresses now
      Probes before = probes.put(mailbox, new Probes(product.address(), mailbox, Probes.DEEP));
      if (before != null) {
        before.close();
      }
    }
    for (MeasuredRequest type : types) {
      for (Mailbox mailbox : mailboxes) {
        progress.step("%s: %s, %,d mails", what, type.title(), mailbox.size());
        int wanted = count.applyAsInt(type);
        if (wanted > 0) {
          measured
              .computeIfAbsent(type, key -> new LinkedHashMap<>())
              .computeIfAbsent(mailbox, key -> new ArrayList<>())
              .add(probes.get(mailbox).of(type).measure(wanted, LONGEST_PROBE, meter));
        }
      }
    }
  }

  private void everyMix(String what) throws IOException, InterruptedException {
    for (int users : clients) {
      for (Mailbox mailbox : mailboxes) {
        progress.step("%s: mix, %d users, %,d mails", what, users, mailbox.size());
        mix(
            mixes.computeIfAbsent(
                List.of(users, mailbox.size()),
                key ->
                    new MixResult(
                        mailbox, users, new ArrayList<>(), new EnumMap<>(UserRequestType.class))));
      }
    }
  }

  /** Users of one mailbox, each with a session that was begun before. */
  private void mix(MixResult result) throws IOException, InterruptedException {
    Account account = accounts.store().accounts().byName(result.mailbox.user()).orElseThrow();
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < result.users; i++) {
      people.add(result.mailbox.person(accounts.session(account)));
    }
    LoadRun load = new LoadRun(product.address(), Habits.PAPER);
    Cpu before = meter.read();
    long start = System.nanoTime();
    RunResult run =
        load.run(Crowd.of(result.users), (of, count) -> people, seconds, (second, last) -> {});
    Duration wall = Duration.ofNanos(System.nanoTime() - start);
    Cpu used = meter.read().since(before);
    Histogram all = Sample.histogram();
    run.requests().stream()
        .filter(request -> request.outcome() == Outcome.OK)
        .forEach(
            request -> {
              Sample.recordMillis(all, request.millis());
              Sample.recordMillis(
                  result.steps.computeIfAbsent(request.type(), type -> Sample.histogram()),
                  request.millis());
            });
    BenchmarkException.require(
        run.between(0, seconds).requests() == run.between(0, seconds).count(Outcome.OK),
        "a request of the mix was refused or failed");
    result.rounds.add(new Sample(used, wall, all));
  }

  // ---- report

  private Medians of(MeasuredRequest type, Mailbox mailbox) {
    return Medians.of(measured.get(type).get(mailbox));
  }

  private void writeReport() throws IOException, SQLException {
    List<Integer> counts = mailboxes.stream().map(Mailbox::size).toList();
    List<Import> imports = mailboxes.stream().map(Mailbox::imported).toList();
    Report report =
        report()
            .measured(
                "%s.%s",
                product.databaseVersion(),
                meter.seesDatabase() ? "" : " The database ran elsewhere: its CPU time isn't in.")
            .command();
    Chart rates = new Chart("Import rate", "mails imported").logarithmic().panel("mails/s");
    rates.line("arashi import", counts, each(m -> m.imported().perSecond()));
    report
        .text("### Import")
        .table(Import.COLUMNS.table(imports))
        .chart("mail-import.svg", "Import rate", rates.svg())
        .text("### CPU time of a request")
        .text("Service and database together, µs; one user at a time.")
        .table(byType(medians -> Figures.text("%,.0f", medians.micros())))
        .chart("mail-cpu.svg", "CPU time of a request", cpu())
        .text("### Response time")
        .text("Median / 90th percentile, ms; one user at a time.")
        .table(byType(m -> Figures.text("%.1f / %.1f", m.p50Millis(), m.p90Millis())));
    Chart times =
        new Chart("Median response time and mailbox size", "mails in the folder")
            .logarithmic()
            .panel("ms");
    for (MeasuredRequest type : OVER_SIZE) {
      if (measured.containsKey(type)) {
        times.line(type.title(), counts, each(m -> of(type, m).p50Millis()));
      }
    }
    report.chart("mail-time.svg", "Response time and mailbox size", times.svg());
    mixes(report);
    report.text("The service logged %d warnings or errors.", product.complaints());
    json(report);
    publish(report, "mail.md", "What a request costs", "");
  }

  private List<Double> each(Function<Mailbox, Double> value) {
    return mailboxes.stream().map(value).toList();
  }

  private Table byType(Function<Medians, String> cell) {
    Table table =
        Table.across("mails in the folder", mailboxes, m -> Figures.text("%,d", m.size()));
    for (MeasuredRequest type : measured.keySet()) {
      table.row(type.title(), mailboxes, "%s", mailbox -> cell.apply(of(type, mailbox)));
    }
    return table;
  }

  /** Without login, whose password hash is slow on purpose and would dwarf the others. */
  private String cpu() {
    BarChart chart = new BarChart("CPU time of a request", "µs a request", GOAL);
    List<Mailbox> compared = mailboxes.stream().filter(m -> COMPARED.contains(m.size())).toList();
    for (MeasuredRequest type : measured.keySet()) {
      for (Mailbox mailbox : compared.isEmpty() ? mailboxes : compared) {
        if (type != MeasuredRequest.LOGIN) {
          String bar = Figures.text("%s, %,d", type.title(), mailbox.size());
          chart.add(bar, "service", of(type, mailbox).serviceCpuMicros());
          chart.add(bar, "database", of(type, mailbox).databaseCpuMicros());
        }
      }
    }
    return chart.svg();
  }

  private void mixes(Report report) {
    Columns<MixResult> costs =
        new Columns<MixResult>()
            .column("mails, users", "%s", MixResult::title)
            .column("service µs", "%,.0f", mix -> mix.medians().serviceCpuMicros())
            .column("database µs", "%,.0f", mix -> mix.medians().databaseCpuMicros())
            .column("together µs", "%,.0f", mix -> mix.medians().micros())
            .column("load µs", "%,.0f", mix -> mix.medians().loadCpuMicros())
            .column("p50 ms", "%.1f", mix -> mix.medians().p50Millis())
            .column("p90 ms", "%.1f", mix -> mix.medians().p90Millis())
            .column("p99 ms", "%.1f", mix -> mix.medians().p99Millis())
            .column("requests/s", "%,.0f", mix -> mix.medians().requestsPerSecond());
    Table steps = Table.across("mails, users", STEPS, UserRequestType::title);
    mixes.values().forEach(mix -> steps.row(mix.title(), STEPS, "%.1f", type -> p90(mix, type)));
    report
        .text("### The mix")
        .table(costs.table(mixes.values()))
        .text("90th percentile of the response time by request, ms:")
        .table(steps);
  }

  /** 0 if there was none: some requests are rare. */
  private static double p90(MixResult mix, UserRequestType type) {
    return mix.steps.containsKey(type) ? Figures.millis(mix.steps.get(type), 90) : 0;
  }

  private void json(Report report) throws IOException, SQLException {
    List<Object> rows = new ArrayList<>();
    measured.forEach(
        (type, all) ->
            all.forEach(
                (mailbox, samples) ->
                    rows.add(
                        Json.map(
                            "type", type.title(),
                            "mails", mailbox.size(),
                            "medians", Medians.of(samples)))));
    List<Object> mixed = new ArrayList<>();
    for (MixResult mix : mixes.values()) {
      Map<String, Object> row =
          Json.map("mails", mix.mailbox.size(), "users", mix.users, "medians", mix.medians());
      mix.steps.forEach(
          (type, times) ->
              row.put(
                  type.title(),
                  Json.map(
                      "requests", times.getTotalCount(), "p90Millis", Figures.millis(times, 90))));
      mixed.add(row);
    }
    report.json(
        "mail-results.json",
        Json.map(
            "database", product.databaseVersion(),
            "databaseCpuMeasured", meter.seesDatabase(),
            "warnings", product.complaints(),
            "imports", Import.COLUMNS.json(mailboxes.stream().map(Mailbox::imported).toList()),
            "types", rows,
            "mixes", mixed));
  }
}
