package benchmarks.mail;

import arashi.store.account.Account;
import benchmarks.load.Accounts;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Probe;
import benchmarks.load.Profiler;
import benchmarks.load.Sample;
import benchmarks.mail.Mailbox.Import;
import benchmarks.report.BarChart;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Person;
import benchmarks.users.Requests;
import benchmarks.users.RunResult;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.UserRequestType;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench mail}: fills mailboxes, warms the service up, and measures in rounds, in
 * which sizes take turns. It reports medians of the rounds, because machines drift.
 */
@Command(name = "mail", description = "CPU and response time of requests, by mailbox size.")
public final class MailCommand extends MailboxBenchmark {
  private static final int MOST_MAILS = 1_000_000;
  private static final int MOST_CLIENTS = 256;

  /** Pages to the deep one. */
  private static final int DEEP = 20;

  /** Upper bound of a probe in one round. */
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(30);

  /** Logins are fewer, because one costs as much as dozens of other requests. */
  private static final int LOGIN_SHARE = 10;

  /** Goal for the CPU time of a request of the mix, in microseconds. */
  private static final double GOAL = 900;

  /** Sizes of the mailboxes in the bar chart. */
  private static final List<Integer> COMPARED = List.of(100, 13_000);

  private static final List<UserRequestType> STEPS =
      List.copyOf(
          EnumSet.complementOf(EnumSet.of(UserRequestType.LOGIN, UserRequestType.ATTACHMENT)));

  @Option(
      names = "--sizes",
      split = ",",
      description = "mails in each mailbox (default: 100,1000,10000,13000,100000)")
  private List<Integer> sizes = List.of(100, 1_000, 10_000, 13_000, 100_000);

  @Option(names = "--rounds", description = "rounds; medians are reported (default: 3)")
  private int rounds = 3;

  @Option(names = "--clients", split = ",", description = "users of the mix (default: 1,16)")
  private List<Integer> clients = List.of(1, 16);

  @Option(names = "--seconds", description = "of the mix at a size in a round (default: 8)")
  private int seconds = 8;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description = "only these request types (default: all): ${COMPLETION-CANDIDATES}")
  // sorted, because moved mails have new URLs
  SortedSet<MeasuredRequest> types = new TreeSet<>(List.of(MeasuredRequest.values()));

  @Option(names = "--profile", description = "writes mail-profile.html and .stacks of the service")
  private boolean profile;

  private final List<Mailbox> mailboxes = new ArrayList<>();
  private final List<OfType> measured = new ArrayList<>();
  private final List<Mix> mixes = new ArrayList<>();

  /** Requests of one type, one at a time, on one mailbox. */
  private record OfType(MeasuredRequest type, Mailbox mailbox, Medians medians) {
    static final Columns<OfType> COLUMNS =
        new Columns<OfType>()
            .key("type", one -> one.type.title())
            .key("mails", one -> one.mailbox.size())
            .key("medians", one -> Medians.COLUMNS.json(one.medians));
  }

  /** Requests of some users of one mailbox: all by round, and response times by type. */
  private record Mix(
      Mailbox mailbox, int users, Medians medians, Map<UserRequestType, Histogram> steps) {
    Mix(Mailbox mailbox, int users) {
      this(mailbox, users, new Medians(), new EnumMap<>(UserRequestType.class));
    }

    String title() {
      return Figures.text("%,d, %d", mailbox.size(), users);
    }

    /** 0 if there was no request of this type. */
    double p90(UserRequestType type) {
      return steps.containsKey(type) ? Figures.millis(steps.get(type), 90) : 0;
    }
  }

  /** For picocli. */
  public MailCommand() {
    super(3_000);
  }

  @Override
  int steps() {
    sizes.forEach(size -> BenchmarkException.requireBetween("--sizes", size, 1, MOST_MAILS));
    clients.forEach(
        users -> BenchmarkException.requireBetween("--clients", users, 1, MOST_CLIENTS));
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--seconds", seconds, 1, 3_600);
    return sizes.size() * (1 + (1 + rounds) * (types.size() + clients.size()));
  }

  @Override
  void measure() throws IOException, SQLException, InterruptedException {
    for (int size : new TreeSet<>(sizes)) {
      progress.step("import of %,d mails", size);
      mailboxes.add(make(size, service.mail()));
    }
    plan();
    everyType("warm-up", type -> fewerLogins(type, warmUp / sizes.size()));
    everyMix("warm-up");
    plan();
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
    writeReport();
  }

  private static int fewerLogins(MeasuredRequest type, int count) {
    return type == MeasuredRequest.LOGIN ? count / LOGIN_SHARE : count;
  }

  /** Forgets all samples. */
  private void plan() {
    measured.clear();
    mixes.clear();
    types.forEach(t -> mailboxes.forEach(m -> measured.add(new OfType(t, m, new Medians()))));
    clients.forEach(users -> mailboxes.forEach(mailbox -> mixes.add(new Mix(mailbox, users))));
  }

  private void everyType(String what, ToIntFunction<MeasuredRequest> count) throws IOException {
    Map<Mailbox, Probes> probes = new LinkedHashMap<>();
    for (Mailbox mailbox : mailboxes) { // anew, because moved mails have new URLs
      probes.put(mailbox, new Probes(product.address(), mailbox, DEEP));
    }
    for (OfType one : measured) {
      progress.step("%s: %s, %,d mails", what, one.type.title(), one.mailbox.size());
      int wanted = count.applyAsInt(one.type);
      if (wanted > 0) {
        Probe probe = probes.get(one.mailbox).of(one.type);
        one.medians.rounds().add(probe.measure(wanted, LONGEST_PROBE, meter));
      }
    }
    for (Probes user : probes.values()) {
      user.close();
    }
  }

  /** Users of one mailbox, each with a session from before. */
  private void everyMix(String what) throws IOException, InterruptedException {
    for (Mix mix : mixes) {
      Mailbox mailbox = mix.mailbox;
      progress.step("%s: mix, %d users, %,d mails", what, mix.users, mailbox.size());
      Account account = accounts.store().people().accounts().byName(mailbox.user()).orElseThrow();
      List<Person> people = new ArrayList<>();
      for (int i = 0; i < mix.users; i++) {
        String session = accounts.session(account);
        people.add(new Person(mailbox.user(), Accounts.PASSWORD, session, mailbox.words()));
      }
      LoadRun load = new LoadRun(product.address(), Habits.closed());
      Cpu before = meter.read();
      long start = System.nanoTime();
      RunResult run =
          load.run(Crowd.of(mix.users), (of, count) -> people, seconds, (second, last) -> {});
      Duration wall = Duration.ofNanos(System.nanoTime() - start);
      Cpu used = meter.read().since(before);
      Histogram all = Sample.histogram();
      Requests requests = run.requests();
      for (int i = 0; i < requests.size(); i++) {
        if (requests.outcome(i) == Outcome.OK) {
          Sample.recordMillis(all, requests.millis(i));
          Sample.recordMillis(
              mix.steps.computeIfAbsent(requests.type(i), type -> Sample.histogram()),
              requests.millis(i));
        }
      }
      BenchmarkException.require(
          run.between(0, seconds).requests() == run.between(0, seconds).count(Outcome.OK),
          "a request of the mix was refused or failed");
      mix.medians.rounds().add(new Sample(used, wall, all));
    }
  }

  // ---- report

  private void writeReport() throws IOException, SQLException {
    List<Integer> counts = mailboxes.stream().map(Mailbox::size).toList();
    Chart rates = new Chart("Import rate", "mails imported").logarithmic().panel("mails/s");
    List<Double> perSecond = mailboxes.stream().map(m -> m.imported().perSecond()).toList();
    rates.line("arashi import", counts, perSecond);
    Chart times =
        new Chart("Median response time and mailbox size", "mails in the folder")
            .logarithmic()
            .panel("ms");
    types.stream()
        .filter(MeasuredRequest.OVER_SIZE::contains)
        .forEach(type -> times.line(type.title(), counts, of(type, m -> m.millis(50))));
    Columns<Mailbox> imports =
        new Columns<Mailbox>()
            .column("mails", "%,d", Mailbox::size)
            .all(Import.COLUMNS, Mailbox::imported);
    Columns<Mix> costs =
        new Columns<Mix>()
            .column("mails, users", "%s", Mix::title)
            .all(Medians.COLUMNS, Mix::medians);
    Table steps = Table.across("mails, users", STEPS, UserRequestType::title);
    mixes.forEach(mix -> steps.row(mix.title(), STEPS, "%.1f", mix::p90));
    Report report =
        begin("")
            .text("### Import")
            .table(imports.table(mailboxes))
            .chart("mail-import.svg", "Import rate", rates.svg())
            .text("### CPU time of a request")
            .text("Service and database together, µs; one user at a time.")
            .table(byType(medians -> Figures.text("%,.0f", medians.micros())))
            .chart("mail-cpu.svg", "CPU time of a request", cpu())
            .text("### Response time")
            .text("Median / 90th percentile, ms; one user at a time.")
            .table(byType(m -> Figures.text("%.1f / %.1f", m.millis(50), m.millis(90))))
            .chart("mail-time.svg", "Response time and mailbox size", times.svg())
            .text("### The mix")
            .table(costs.table(mixes))
            .text("90th percentile of the response time by request, ms:")
            .table(steps);
    Map<String, Object> json = end(report);
    json.put("imports", imports.json(mailboxes));
    json.put("types", OfType.COLUMNS.json(measured));
    json.put("mixes", mixes.stream().map(MailCommand::json).toList());
    publish(report.json("mail-results.json", json), "mail.md", "Cost of a request", "");
  }

  /** A figure of a request type on each mailbox. */
  private <F> List<F> of(MeasuredRequest type, Function<Medians, F> figure) {
    return measured.stream()
        .filter(one -> one.type == type)
        .map(one -> figure.apply(one.medians))
        .toList();
  }

  private Table byType(Function<Medians, String> cell) {
    Table table =
        Table.across("mails in the folder", mailboxes, m -> Figures.text("%,d", m.size()));
    types.forEach(type -> table.row(type.title(), of(type, cell), "%s", text -> text));
    return table;
  }

  /** Without login, whose password hash is slow on purpose and would dwarf the others. */
  private String cpu() {
    BarChart chart = new BarChart("CPU time of a request", "µs a request", GOAL);
    boolean all = mailboxes.stream().noneMatch(m -> COMPARED.contains(m.size()));
    for (OfType one : measured) {
      if (one.type != MeasuredRequest.LOGIN && (all || COMPARED.contains(one.mailbox.size()))) {
        String bar = Figures.text("%s, %,d", one.type.title(), one.mailbox.size());
        chart.add(bar, "service", one.medians.micros(Cpu::service));
        chart.add(bar, "database", one.medians.micros(Cpu::database));
      }
    }
    return chart.svg();
  }

  private static Map<String, Object> json(Mix mix) {
    Map<String, Object> row =
        Json.map(
            "mails", mix.mailbox.size(),
            "users", mix.users,
            "medians", Medians.COLUMNS.json(mix.medians));
    mix.steps.forEach(
        (type, times) ->
            row.put(
                type.title(),
                Json.map("requests", times.getTotalCount(), "p90Millis", mix.p90(type))));
    return row;
  }
}
