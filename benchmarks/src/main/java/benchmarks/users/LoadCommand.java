package benchmarks.users;

import arashi.store.policy.Policy.Controller;
import benchmarks.delivery.Ports;
import benchmarks.load.Product;
import benchmarks.load.SlowDatabase;
import benchmarks.mail.SearchWords;
import benchmarks.mail.ServiceOptions;
import benchmarks.report.BenchmarkException;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import benchmarks.users.Samples.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Users of several classes, spikes, arrivals at a rate, a slow database.")
public final class LoadCommand implements Callable<Integer> {
  private static final SearchWords ANY_WORDS =
      new SearchWords(List.of("mail"), List.of("report"), List.of("mail report"));

  @Spec private CommandSpec spec;
  @Mixin private ServiceOptions service;
  @Mixin private OutOption out;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "a service that runs already (default: one is started, with made-up mail)")
  private URI url;

  @Option(
      names = "--account",
      split = ",",
      paramLabel = "[CLASS=]NAME[:PASSWORD]",
      description =
          "with --url: who the users sign in as; others see a password here,"
              + " but not in $$ARASHI_USER_PASSWORD, which is the default")
  private List<String> accounts = List.of();

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "[CLASS=]N",
      description = "all the time (default: ${DEFAULT-VALUE})",
      defaultValue = "128")
  private List<String> users;

  @Option(
      names = "--spike",
      split = ",",
      paramLabel = "[CLASS=]N@FROM-TO",
      description = "N more users from one second to another")
  private List<String> spikes = List.of();

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "an open loop: R actions a second, timed from when they should begin",
      defaultValue = "0")
  private double rate;

  @Option(
      names = "--deliveries",
      paramLabel = "N",
      description = "connections of an MTA that deliver all that the service takes meanwhile",
      defaultValue = "0")
  private int deliveries;

  @Option(
      names = "--slow-senders",
      paramLabel = "N",
      description = "connections that send an octet of a mail each second meanwhile",
      defaultValue = "0")
  private int slowSenders;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "how long (default: ${DEFAULT-VALUE})",
      defaultValue = "60")
  private int seconds;

  @Option(
      names = "--think",
      paramLabel = "MS",
      description = "a user's pause before each action (default: ${DEFAULT-VALUE})",
      defaultValue = "20")
  private int think;

  @Option(
      names = "--retry",
      paramLabel = "MS",
      description = "a user's wait after a refusal (default: as long as it is told)")
  private Integer retry;

  @Option(
      names = "--sessions",
      description = "users begin with a session; without this they sign in by the form")
  private boolean sessions;

  @Option(
      names = "--mailboxes",
      paramLabel = "N",
      description = "sizes of mailboxes that are made (default: ${DEFAULT-VALUE})",
      defaultValue = "12")
  private int mailboxes;

  @Option(
      names = "--mails",
      paramLabel = "N",
      description = "in the largest mailbox (default: ${DEFAULT-VALUE})",
      defaultValue = "" + Population.PAPER_MAILS)
  private int mails;

  @Option(
      names = "--target",
      paramLabel = "MS",
      description = "90th percentile to hold for every request (default: ${DEFAULT-VALUE})",
      defaultValue = "200")
  private int target;

  @Option(
      names = "--controller",
      description = "of admission: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
      defaultValue = "DEADLINE")
  private Controller controller;

  @Option(
      names = "--slow-database",
      split = ",",
      paramLabel = "MS@SECOND",
      description = "from then on each answer of the database comes so much later")
  private List<String> slow = List.of();

  private Optional<MailLoad.Result> delivered = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1
        || think < 0
        || (retry != null && retry < 0)
        || rate < 0
        || deliveries < 0
        || slowSenders < 0
        || mailboxes < 1
        || mails < 1) {
      throw new BenchmarkException("a number is too small; see --help");
    }
    Crowd crowd = Crowd.parse(users, spikes);
    Habits habits =
        new Habits(
            Duration.ofMillis(think),
            retry == null ? Habits.PAPER.retry() : Duration.ofMillis(retry),
            retry == null,
            rate);
    Path folder = out.folder();
    RunResult result = url == null ? onProduct(crowd, habits) : onService(crowd, habits);
    LoadReport report = new LoadReport(result, target, delivered);
    report.write(folder, TypedCommand.of(spec));
    out.announce(spec.commandLine().getOut(), report.text());
    return 0;
  }

  private RunResult onService(Crowd crowd, Habits habits) throws IOException, InterruptedException {
    if (accounts.isEmpty() || !slow.isEmpty() || deliveries + slowSenders > 0) {
      throw new BenchmarkException(
          "--url needs --account, and can't have --slow-database, --deliveries, --slow-senders");
    }
    try (Progress progress = new Progress(seconds)) {
      return new LoadRun(url, habits).run(crowd, this::people, seconds, watcher(progress));
    }
  }

  private List<Person> people(String serviceClass, int count) {
    List<Person> known = new ArrayList<>();
    for (String account : accounts) {
      String[] login = account.split(":", 2);
      int equals = login[0].indexOf('=');
      String of = equals < 0 ? Crowd.STANDARD : login[0].substring(0, equals);
      String password = login.length == 2 ? login[1] : System.getenv("ARASHI_USER_PASSWORD");
      if (password == null) {
        throw new BenchmarkException(
            "--account " + account + ": its password must be in ARASHI_USER_PASSWORD");
      }
      if (of.equals(serviceClass)) {
        String name = login[0].substring(equals + 1);
        known.add(new Person(name, password, null, ANY_WORDS, of));
      }
    }
    if (known.isEmpty()) {
      throw new BenchmarkException("no --account of the class " + serviceClass);
    }
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      people.add(known.get(i % known.size()));
    }
    return people;
  }

  private RunResult onProduct(Crowd crowd, Habits habits) throws IOException, InterruptedException {
    int lmtp = Ports.free();
    try (SlowDatabase database = slow.isEmpty() ? null : new SlowDatabase(service.mysql());
        Product product =
            new Product(
                database == null ? service.mysql() : database.url(),
                "mail.lmtp.port = " + (deliveries + slowSenders == 0 ? 0 : lmtp) + "\n");
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
      List<String> classes =
          crowd.groups().stream().map(Crowd.Group::serviceClass).distinct().toList();
      population.spread(classes);
      population.target(target);
      population.control(controller, OptionalDouble.empty());
      LoadRun run = new LoadRun(product.address(), habits);
      for (String text : slow) {
        String[] parts = text.split("@", 2);
        Duration delay = Duration.ofMillis(Long.parseLong(parts[0]));
        run.at(Double.parseDouble(parts[1]), () -> database.delay(delay));
      }
      boolean withMail = deliveries + slowSenders > 0;
      try (MailLoad mail = withMail ? new MailLoad(product, lmtp, deliveries, slowSenders) : null) {
        RunResult result = run.run(crowd, population::people, seconds, watcher(progress));
        delivered = withMail ? Optional.of(mail.end()) : Optional.empty();
        return result;
      }
    }
  }

  private LoadRun.Watcher watcher(Progress progress) {
    return (second, last) ->
        progress.step(
            "%d s: p90 %.0f ms, %d answered, %d refused, %d failed",
            second,
            last.percentile(90),
            last.count(Outcome.OK),
            last.count(Outcome.REFUSED),
            last.count(Outcome.FAILED));
  }
}
