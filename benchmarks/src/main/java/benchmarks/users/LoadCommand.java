package benchmarks.users;

import arashi.store.policy.Policy.Controller;
import benchmarks.delivery.MailFlood;
import benchmarks.load.Accounts;
import benchmarks.load.Processes;
import benchmarks.load.Product;
import benchmarks.load.ServiceOptions;
import benchmarks.load.SlowClients;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Chart;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code arashi bench load}: writes {@code load-results.json} and a plot, and shows a table. */
@Command(
    name = "load",
    description = "Users of several classes, with or without deliveries meanwhile.")
public final class LoadCommand extends Benchmark {
  private static final double WINDOW = 5;

  /** Recipients of deliveries; none of them is a simulated user. */
  private static final List<String> RECIPIENTS =
      List.of("flood-1@example.org", "flood-2@example.org", "flood-3@example.org");

  private static final SlowClients.Habit SLOW_SENDER =
      new SlowClients.Habit(
          "LHLO slow.example.net\r\nMAIL FROM:<slow@example.net>\r\nRCPT TO:<"
              + RECIPIENTS.get(0)
              + ">\r\nDATA\r\nSubject: ",
          true);

  @Mixin private ServiceOptions service;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "[CLASS=]N",
      description = "simulated users (default: 128)")
  private List<String> users = List.of("128");

  @Option(
      names = "--deliveries",
      description = "connections of an MTA that delivers as fast as the service accepts")
  private int deliveries;

  @Option(
      names = "--large-deliveries",
      description = "connections that deliver large mails as fast as the service accepts")
  private int largeDeliveries;

  @Option(names = "--large-size", description = "bytes of a large mail (default: 5000000)")
  private int largeSize = 5_000_000;

  @Option(names = "--small-rate", description = "short mails a second, beside the others")
  private double smallRate;

  @Option(
      names = "--slow-senders",
      description = "connections that each send an octet of a mail a second")
  private int slowSenders;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "open loop: actions a second of all users together (default: 0, closed loop)")
  private double rate;

  @Option(
      names = "--retry",
      paramLabel = "WHEN",
      description = {
        "return after a refusal: obedient (as Retry-After says), fixed (after 5 s), at-once",
        "(closed loop: the same request again after 50 ms; open loop: ready for the next arrival).",
        "Default: obedient; at-once with --rate"
      },
      converter = RetryNames.class)
  private Habits.Retry retry;

  @Option(
      names = "--logins",
      paramLabel = "SHARE",
      description = "share of the actions, 0 to 1, that sign in anew by the form (default: 0)")
  private double logins;

  @Option(
      names = "--settings",
      paramLabel = "HOCON",
      description = "of the service, such as 'mail.levels.period = 0'")
  private String settings = "";

  @Option(names = "--seconds", description = "length of the run (default: 60)")
  private int seconds = 60;

  @Option(
      names = "--sessions",
      description = "users start with a session instead of the login form")
  private boolean sessions;

  @Option(names = "--mailboxes", description = "number of mailbox sizes (default: 12)")
  private int mailboxes = 12;

  @Option(names = "--mails", description = "mails in the largest mailbox (default: 12794)")
  private int mails = Population.PAPER_MAILS;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 200)")
  private int target = 200;

  /** Names like {@code at-once}. */
  static final class RetryNames implements ITypeConverter<Habits.Retry> {
    @Override
    public Habits.Retry convert(String name) {
      return Arrays.stream(Habits.Retry.values())
          .filter(retry -> retry.title().equals(name))
          .findFirst()
          .orElseThrow(
              () -> new TypeConversionException("must be obedient, fixed or at-once, not " + name));
    }
  }

  private final Map<String, MailFlood.Result> delivered = new LinkedHashMap<>();
  private long slowClosed;

  @Override
  protected void run() throws IOException, InterruptedException {
    BenchmarkException.require(
        seconds > 0
            && rate >= 0
            && deliveries >= 0
            && slowSenders >= 0
            && mailboxes > 0
            && mails > 0,
        "a number is too small; see --help");
    BenchmarkException.require(
        largeDeliveries >= 0 && largeSize > 0 && smallRate >= 0,
        "a number is too small; see --help");
    BenchmarkException.require(logins >= 0 && logins <= 1, "--logins must be from 0 to 1");
    RunResult result = measure(Crowd.parse(users));
    Report report = report().json("load-results.json", json(result));
    write(report, result);
    print("%s", report.markdown());
    print("Written to %s", folder().toAbsolutePath().normalize());
  }

  private Habits habits() {
    Habits habits = rate > 0 ? Habits.open(rate) : Habits.closed();
    return (retry == null ? habits : habits.retrying(retry)).withLogins(logins);
  }

  private boolean withMail() {
    return deliveries + largeDeliveries + slowSenders + smallRate > 0;
  }

  private RunResult measure(Crowd crowd) throws IOException, InterruptedException {
    InetSocketAddress lmtp =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Processes.freePort());
    String all =
        "mail.quality-header = true\nmail.lmtp.port = %d\n%s\n"
            .formatted(withMail() ? lmtp.getPort() : 0, settings);
    try (Product product = new Product(service.mysql(), all);
        Progress progress = new Progress(mailboxes + seconds);
        Population population =
            new Population(
                product,
                mailboxes,
                mails,
                crowd.users(),
                service.mail(),
                sessions,
                size -> progress.step("filling mailboxes with %,d mails", size))) {
      population.spread(crowd.classes());
      population.target(target);
      population.control(Controller.DEADLINE, OptionalDouble.empty());
      for (String recipient : withMail() ? RECIPIENTS : List.<String>of()) {
        product.addUser(recipient, Accounts.PASSWORD);
      }
      Map<String, MailFlood> floods = floods(lmtp.getPort());
      try (SlowClients senders = new SlowClients(lmtp, slowSenders, List.of(SLOW_SENDER))) {
        floods.values().forEach(MailFlood::begin);
        RunResult result =
            new LoadRun(product.address(), habits())
                .run(
                    crowd,
                    population::people,
                    seconds,
                    (second, last) -> progress.step("%d s: %s", second, last.inShort()));
        for (Map.Entry<String, MailFlood> flood : floods.entrySet()) {
          delivered.put(flood.getKey(), flood.getValue().end());
        }
        slowClosed = senders.end();
        return result;
      } finally {
        floods.values().forEach(MailFlood::close);
      }
    }
  }

  private Map<String, MailFlood> floods(int port) throws IOException {
    Map<String, MailFlood> floods = new LinkedHashMap<>();
    if (smallRate > 0) {
      floods.put("short mail", MailFlood.paced(port, RECIPIENTS, smallRate, recipient -> {}));
    }
    if (deliveries > 0) {
      floods.put("mail", new MailFlood(port, RECIPIENTS, deliveries));
    }
    if (largeDeliveries > 0) {
      floods.put("large mail", MailFlood.large(port, RECIPIENTS, largeDeliveries, largeSize));
    }
    return floods;
  }

  private Map<String, Object> json(RunResult run) {
    Map<String, Object> results =
        Json.map(
            "load", run.cost().asMap(),
            "all", figures(run.between(0, seconds)));
    if (withMail()) {
      results.put("mail", delivered);
      results.put("slowSendersClosed", slowClosed);
    }
    for (String name : run.classes()) {
      results.put("class " + name, figures(run.of(name, 0, seconds)));
    }
    return results;
  }

  private Map<String, Object> figures(Summary summary) {
    Map<String, Object> figures = summary.asMap(target);
    figures.put("p90OfWindowsOf5s", summary.windows(WINDOW));
    return figures;
  }

  private void write(Report report, RunResult run) throws IOException {
    LoadTables.add(report, "All", run.between(0, seconds), target);
    if (run.classes().size() > 1) {
      run.classes().forEach(name -> LoadTables.add(report, name, run.of(name, 0, seconds), target));
    }
    report.text("%s", run.cost().inWords());
    delivered.forEach(
        (kind, mail) ->
            report.text(
                "%s: %d stored, %.2f a second, the slowest in %,d ms; put off %s, %d of them after"
                    + " their content; %d connections lost.",
                kind,
                mail.acknowledged(),
                mail.perSecond(),
                mail.slowestMillis(),
                mail.refusals(),
                mail.refusedContents(),
                mail.lostConnections()));
    if (slowSenders > 0) {
      report.text("%d slow senders closed.", slowClosed);
    }
    Chart times = new Chart("Response time, 90th percentile", "seconds").panel("ms");
    for (String name : run.classes()) {
      times.steps(name, 1, run.of(name, 0, seconds).windows(1));
    }
    report.chart("load-time.svg", "Response time", times.target(target).svg());
  }
}
