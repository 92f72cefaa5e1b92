package benchmarks.users;

import arashi.store.policy.Policy.Controller;
import benchmarks.delivery.MailFlood;
import benchmarks.load.Accounts;
import benchmarks.load.ClientLoop;
import benchmarks.load.Processes;
import benchmarks.load.Product;
import benchmarks.load.ServiceOptions;
import benchmarks.load.SlowClients;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.users.Samples.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.DoubleUnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code arashi bench load}: writes {@code load-results.json} and a plot, and shows a table. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Users of several classes, spikes, mail that comes meanwhile.")
public final class LoadCommand extends Benchmark {
  private static final double WINDOW = 5;

  /** Recipients of mail that comes meanwhile; none of them reads. */
  private static final List<String> RECIPIENTS =
      List.of("flood-1@example.org", "flood-2@example.org", "flood-3@example.org");

  @Mixin private ServiceOptions service;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "[CLASS=]N",
      description = "all the time (default: 128)")
  private List<String> users = List.of("128");

  @Option(
      names = "--spike",
      split = ",",
      paramLabel = "[CLASS=]N@FROM-TO",
      description = "N more users from one second to another")
  private List<String> spikes = List.of();

  @Option(
      names = "--deliveries",
      description = "connections of an MTA that deliver all that the service takes meanwhile")
  private int deliveries;

  @Option(
      names = "--slow-senders",
      description = "connections that send an octet of a mail each second meanwhile")
  private int slowSenders;

  @Option(names = "--seconds", description = "how long (default: 60)")
  private int seconds = 60;

  @Option(
      names = "--sessions",
      description = "users begin with a session; without this they sign in by the form")
  private boolean sessions;

  @Option(names = "--mailboxes", description = "sizes of mailboxes that are made (default: 12)")
  private int mailboxes = 12;

  @Option(names = "--mails", description = "in the largest mailbox (default: 12794)")
  private int mails = Population.PAPER_MAILS;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 200)")
  private int target = 200;

  private MailFlood.Result flooded;
  private long slowClosed;

  @Override
  protected void run() throws IOException, InterruptedException {
    BenchmarkException.require(
        seconds > 0 && deliveries >= 0 && slowSenders >= 0 && mailboxes > 0 && mails > 0,
        "a number is too small; see --help");
    RunResult result = measure(Crowd.parse(users, spikes));
    Report report = report().json("load-results.json", json(result));
    write(report, result);
    print("%s", report.markdown());
    print("Written to %s", folder().toAbsolutePath().normalize());
  }

  private RunResult measure(Crowd crowd) throws IOException, InterruptedException {
    boolean withMail = deliveries + slowSenders > 0;
    int lmtp = Processes.freePort();
    try (Product product =
            new Product(service.mysql(), "mail.lmtp.port = " + (withMail ? lmtp : 0) + "\n");
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
      population.spread(crowd.groups().stream().map(Crowd.Group::serviceClass).distinct().toList());
      population.target(target);
      population.control(Controller.DEADLINE, OptionalDouble.empty());
      LoadRun run = new LoadRun(product.address(), Habits.PAPER);
      return withMail
          ? withMail(run, crowd, population, progress, product, lmtp)
          : run.run(crowd, population::people, seconds, watcher(progress));
    }
  }

  /** Mail comes by LMTP while users read: a flood, and senders that are slow. */
  private RunResult withMail(
      LoadRun run, Crowd crowd, Population population, Progress progress, Product product, int lmtp)
      throws IOException, InterruptedException {
    for (String recipient : RECIPIENTS) {
      product.addUser(recipient, Accounts.PASSWORD);
    }
    SlowClients.Habit octets =
        new SlowClients.Habit(
            "LHLO slow.example.net\r\nMAIL FROM:<slow@example.net>\r\nRCPT TO:<"
                + RECIPIENTS.get(0)
                + ">\r\nDATA\r\nSubject: ",
            true);
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), lmtp);
    try (MailFlood flood = new MailFlood(lmtp, RECIPIENTS, deliveries);
        SlowClients senders = new SlowClients(server, slowSenders, List.of(octets))) {
      flood.begin();
      RunResult result = run.run(crowd, population::people, seconds, watcher(progress));
      flooded = flood.end();
      slowClosed = senders.end();
      return result;
    }
  }

  private static BiConsumer<Integer, Summary> watcher(Progress progress) {
    return (second, last) -> progress.step("%d s: %s", second, last.inShort());
  }

  private static List<String> classes(RunResult run) {
    return run.classes().stream().distinct().toList();
  }

  private Map<String, Object> json(RunResult run) {
    Map<String, Object> results =
        Json.map(
            "loadCpuShare", run.cost().cpuShare(),
            "loadLatenessP99Millis", run.cost().latenessP99Millis(),
            "loadIsBottleneck", run.cost().isBottleneck(),
            "all", figures(run.between(0, run.seconds())));
    if (flooded != null) {
      results.put("mail", flooded);
      results.put("slowSendersClosed", slowClosed);
    }
    for (String name : classes(run)) {
      results.put("class " + name, figures(run.of(name, 0, run.seconds())));
    }
    return results;
  }

  private Map<String, Object> figures(Summary summary) {
    Map<String, Object> figures = new LinkedHashMap<>(summary.asMap());
    figures.put("windowsOverTarget", summary.over(target, WINDOW));
    figures.put("p90OfWindows", summary.windows(WINDOW));
    for (UserRequestType type : summary.types()) {
      Map<String, Object> ofType = new LinkedHashMap<>();
      for (int percentile : new int[] {50, 90, 99, 100}) {
        ofType.put("p" + percentile + "Millis", summary.percentile(type, percentile));
      }
      ofType.put("refusedShare", summary.refused(type));
      figures.put(type.title(), ofType);
    }
    return figures;
  }

  private void write(Report report, RunResult run) throws IOException {
    Summary all = run.between(0, run.seconds());
    Table table = new Table("request | p50 ms | p90 ms | p99 ms | max ms | refused");
    for (UserRequestType type : all.types()) {
      table.row(
          "%s | %s | %.1f %%",
          type.title(), times(p -> all.percentile(type, p)), 100 * all.refused(type));
    }
    table.row("all | %s | %.1f %%", times(all::percentile), 100 * all.refused());
    ClientLoop.Cost cost = run.cost();
    report
        .table(table)
        .text(
            "%.0f answers/s, %d failed, %d users never answered, Jain's index %.2f, %.0f %% of the"
                + " 5 s windows over %d ms",
            all.perSecond(),
            all.count(Outcome.FAILED),
            all.unlucky(),
            all.jain(),
            100 * all.over(target, WINDOW),
            target)
        .text(
            "The load took %.0f %% of a core; 99 %% of its timers were less than %.1f ms late.%s",
            100 * cost.cpuShare(),
            cost.latenessP99Millis(),
            cost.isBottleneck()
                ? " WARNING: the load, not the server, may be what was measured."
                : "");
    if (flooded != null) {
      report.text(
          "Mail: %.1f delivered a second; %d attempts put off, %d connections lost; %d of slow"
              + " senders closed.",
          flooded.acknowledged() / run.seconds(),
          flooded.putOff(),
          flooded.lostConnections(),
          slowClosed);
    }
    Chart times = new Chart("Response time, 90th percentile", "seconds").panel("ms");
    for (String name : classes(run)) {
      times.steps(name, 1, run.of(name, 0, run.seconds()).windows(1));
    }
    report.chart("load-time.svg", "Response time", times.target(target).svg());
  }

  private static String times(DoubleUnaryOperator percentile) {
    return Figures.text(
        "%.1f | %.1f | %.1f | %.1f",
        percentile.applyAsDouble(50),
        percentile.applyAsDouble(90),
        percentile.applyAsDouble(99),
        percentile.applyAsDouble(100));
  }
}
