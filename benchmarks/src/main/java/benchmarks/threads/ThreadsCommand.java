package benchmarks.threads;

import arashi.store.policy.Policy.Controller;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.ServiceKind;
import benchmarks.load.ServiceOptions;
import benchmarks.load.SlowDatabase;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Progress;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Population;
import benchmarks.users.RunResult;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench threads}: the stages, and the service with a thread per request at each size
 * of its connection pool, in turn on one database and one JDK.
 */
@Command(
    name = "threads",
    description = "The service beside one with a virtual thread per request.")
public final class ThreadsCommand extends Benchmark {
  private static final int MAILBOX_SIZES = 4;

  @Mixin private ServiceOptions service;

  @Option(
      names = "--newer-java",
      paramLabel = "HOME",
      description = "a JDK of 21 or newer (default: $$NEWER_JAVA_HOME, else $$JAVA_HOME)")
  private Path newerJava;

  @Option(
      names = "--pools",
      split = ",",
      paramLabel = "N",
      description = "connections to the database (default: 4,8,16,32)")
  private List<Integer> pools = List.of(4, 8, 16, 32);

  @Option(
      names = "--limit-timeouts",
      split = ",",
      paramLabel = "MS",
      description = "answers that take longer lower the AIMD limit (default: 50,100,200)")
  private List<Integer> limitTimeouts = List.of(50, 100, 200);

  @Option(names = "--users", description = "simulated users (default: 64)")
  private int users = 64;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "open loop: actions a second (default: 0, closed loop)")
  private double rate;

  @Option(names = "--mails", description = "mails in the largest mailbox (default: 1000)")
  private int mails = 1000;

  @Option(names = "--seconds", description = "measured time of each service (default: 20)")
  private int seconds = 20;

  @Option(names = "--warm-up", description = "seconds of load before (default: 10)")
  private int warmUp = 10;

  @Option(names = "--target", description = "ms, of every request (default: 200)")
  private int target = 200;

  @Option(names = "--added-work", description = "bytes hashed for each request (default: 0)")
  private String addedWork = "0";

  /**
   * Figures of a service.
   *
   * @param cpuMillis CPU time of service and database per answer
   */
  private record Row(String name, Summary summary, double cpuMillis) {}

  @Override
  protected void run() throws IOException, InterruptedException, SQLException {
    BenchmarkException.require(
        users > 0 && rate >= 0 && mails > 0 && seconds > 0 && warmUp >= 0,
        "a number is too small; see --help");
    Path java =
        ThreadService.java(newerJava)
            .orElseThrow(() -> new BenchmarkException(ThreadService.NO_JAVA));
    List<Row> rows = measure(kinds(java));
    print("%s", report().table(columns().table(rows)).markdown());
  }

  private Map<String, ServiceKind> kinds(Path java) {
    Map<String, ServiceKind> kinds = new LinkedHashMap<>();
    kinds.put("stages", ServiceKind.STAGES.on(java));
    for (int connections : pools) {
      ThreadService threads = new ThreadService(java, connections);
      String name = "threads, " + connections + " connections";
      kinds.put(name, threads.unlimited());
      for (int millis : limitTimeouts) {
        kinds.put(name + ", AIMD of " + millis + " ms", threads.limited(Duration.ofMillis(millis)));
      }
    }
    return kinds;
  }

  private List<Row> measure(Map<String, ServiceKind> kinds)
      throws IOException, InterruptedException, SQLException {
    String settings = "mail.added-work = " + addedWork + "\n";
    List<Row> rows = new ArrayList<>();
    try (SlowDatabase database = new SlowDatabase(service.mysql());
        Product product = new Product(database.url(), settings);
        Progress progress = new Progress(MAILBOX_SIZES + kinds.size());
        Population population =
            new Population(
                product,
                MAILBOX_SIZES,
                mails,
                users,
                service.mail(),
                true,
                size -> progress.step("filling mailboxes with %,d mails", size))) {
      population.target(target);
      population.control(Controller.DEADLINE, OptionalDouble.of(1));
      for (Map.Entry<String, ServiceKind> kind : kinds.entrySet()) {
        progress.step("%s", kind.getKey());
        product.restart(kind.getValue(), settings);
        Row row = load(kind.getKey(), product, population);
        print("%s: %s", row.name, row.summary.inShort()); // an interrupted run keeps these
        rows.add(row);
        population.restore();
      }
    }
    return rows;
  }

  /**
   * Loads a service that may be cold: the first seconds are not measured, but their CPU time is.
   */
  private Row load(String name, Product product, Population population)
      throws IOException, InterruptedException, SQLException {
    int total = warmUp + seconds;
    CpuMeter meter = product.meter();
    Cpu before = meter.read();
    RunResult result =
        new LoadRun(product.address(), rate > 0 ? Habits.open(rate) : Habits.closed())
            .run(Crowd.of(users), population::people, total, (second, last) -> {});
    Cpu used = meter.read().since(before);
    Duration cpu = used.service().plus(used.database());
    int answers = result.between(0, total).count(Outcome.OK);
    return new Row(name, result.between(warmUp, total), cpu.toMillis() / Math.max(1.0, answers));
  }

  private Columns<Row> columns() {
    return new Columns<Row>()
        .column("service", "%s", Row::name)
        .column("answers/s", "%.0f", row -> row.summary.perSecond())
        .column("in time/s", "%.0f", row -> row.summary.goodput(target))
        .column("p50 ms", "%.0f", row -> row.summary.percentile(50))
        .column("p90 ms", "%.0f", row -> row.summary.percentile(90))
        .column("p99 ms", "%.0f", row -> row.summary.percentile(99))
        .column("refused", "%s", row -> Figures.percent(row.summary.refused()))
        .column("failed", "%d", row -> row.summary.count(Outcome.FAILED))
        .column("CPU ms/answer", "%.2f", row -> row.cpuMillis);
  }
}
