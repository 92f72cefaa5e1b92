package benchmarks.users;

import benchmarks.load.ClientLoop;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import benchmarks.report.TimeChart;
import benchmarks.users.Samples.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes what a run came to: {@code load-results.json} and plots; and tells it in a table. */
final class LoadReport {
  private static final double WINDOW = 5;

  private final RunResult run;
  private final double target;
  private final Optional<MailLoad.Result> delivered;

  /**
   * A report.
   *
   * @param targetMillis what windows are compared with
   * @param delivered mail that came meanwhile, if any was sent
   */
  LoadReport(RunResult run, double targetMillis, Optional<MailLoad.Result> delivered) {
    this.run = run;
    this.target = targetMillis;
    this.delivered = delivered;
  }

  void write(Path folder, String command) throws IOException {
    Map<String, Object> results = new LinkedHashMap<>();
    results.put("command", command);
    results.put("machine", Machine.describe());
    results.put("month", Machine.month());
    results.put("loadCpuShare", run.cost().cpuShare());
    results.put("loadLatenessP99Millis", run.cost().latenessP99Millis());
    results.put("loadIsBottleneck", run.cost().isBottleneck());
    results.put("actionsNeverBegun", run.unbegun());
    results.put("all", figures(run.between(0, run.seconds())));
    delivered.ifPresent(
        mail -> {
          results.put("mailsDelivered", mail.flood().acknowledged());
          results.put("mailsPutOff", mail.flood().putOff());
          results.put("mailConnectionsLost", mail.flood().lostConnections());
          results.put("slowSendersClosed", mail.slowClosed());
        });
    for (String name : classes()) {
      results.put("class " + name, figures(run.of(name, 0, run.seconds())));
    }
    Files.writeString(folder.resolve("load-results.json"), Json.of(results));
    Files.writeString(folder.resolve("load-time.svg"), times());
    Files.writeString(folder.resolve("load-rate.svg"), rates());
  }

  private List<String> classes() {
    return run.classes().stream().distinct().toList();
  }

  private Map<String, Object> figures(Summary summary) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("answered", summary.count(Outcome.OK));
    figures.put("refused", summary.count(Outcome.REFUSED));
    figures.put("failed", summary.count(Outcome.FAILED));
    figures.put("answeredPerSecond", summary.perSecond());
    figures.put("p50Millis", summary.percentile(50));
    figures.put("p90Millis", summary.percentile(90));
    figures.put("p99Millis", summary.percentile(99));
    figures.put("maxMillis", summary.percentile(100));
    figures.put("jain", summary.jain());
    figures.put("usersNeverAnswered", summary.unlucky());
    figures.put("windowsOverTarget", summary.over(target, WINDOW));
    figures.put("p90OfWindows", summary.windows(WINDOW));
    for (UserRequestType type : summary.types()) {
      Map<String, Object> ofType = new LinkedHashMap<>();
      ofType.put("p50Millis", summary.percentile(type, 50));
      ofType.put("p90Millis", summary.percentile(type, 90));
      ofType.put("p99Millis", summary.percentile(type, 99));
      ofType.put("maxMillis", summary.percentile(type, 100));
      ofType.put("refusedShare", summary.refused(type));
      figures.put(type.stage(), ofType);
    }
    return figures;
  }

  private String times() {
    TimeChart chart = new TimeChart("Response time, 90th percentile", "ms", run.seconds());
    for (String name : classes()) {
      chart.line(name, 1, run.of(name, 0, run.seconds()).windows(1));
    }
    chart.target(target);
    return chart.svg();
  }

  private String rates() {
    TimeChart chart = new TimeChart("Requests a second", "1/s", run.seconds());
    List<Double> answered = new ArrayList<>();
    List<Double> refused = new ArrayList<>();
    for (int second = 0; second + 1 <= run.seconds(); second++) {
      Summary one = run.between(second, second + 1);
      answered.add((double) one.count(Outcome.OK));
      refused.add((double) one.count(Outcome.REFUSED));
    }
    chart.line("answered", 1, answered);
    chart.line("refused", 1, refused);
    return chart.svg();
  }

  /** For people. */
  String text() {
    Table table = new Table("request", "p50 ms", "p90 ms", "p99 ms", "max ms", "refused");
    Summary all = run.between(0, run.seconds());
    for (UserRequestType type : all.types()) {
      table.row(
          type.stage(),
          millis(all.percentile(type, 50)),
          millis(all.percentile(type, 90)),
          millis(all.percentile(type, 99)),
          millis(all.percentile(type, 100)),
          percent(all.refused(type)));
    }
    table.row(
        "all",
        millis(all.percentile(50)),
        millis(all.percentile(90)),
        millis(all.percentile(99)),
        millis(all.percentile(100)),
        percent(all.refused()));
    ClientLoop.Cost cost = run.cost();
    return table
        + String.format(
            Locale.ROOT,
            "%n%.0f answers/s, %d failed, %d users never answered, Jain's index %.2f, %.0f %% of"
                + " the 5 s windows over %.0f ms%s%nThe load took %.0f %% of a core; 99 %% of its"
                + " timers were less than %.1f ms late.%n%s",
            all.perSecond(),
            all.count(Outcome.FAILED),
            all.unlucky(),
            all.jain(),
            100 * all.over(target, WINDOW),
            target,
            run.unbegun() == 0 ? "" : ", " + run.unbegun() + " actions never begun",
            100 * cost.cpuShare(),
            cost.latenessP99Millis(),
            cost.isBottleneck()
                ? "WARNING: the load, not the server, may be what was measured.\n"
                : "")
        + delivered.map(mail -> mail.text(run.seconds())).orElse("");
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
