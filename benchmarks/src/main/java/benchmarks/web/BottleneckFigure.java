package benchmarks.web;

import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Outcome;
import benchmarks.web.WebLoad.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * [SOSP 2001, Figure 13]: 1024 clients, which think for 20 ms, on a page that takes 40 ms of
 * computing, with a target of 5 s for the 90th percentile. Refused clients heed {@code
 * Retry-After}.
 *
 * @param windows of 5 s
 */
record BottleneckFigure(int windows) {
  private static final String PATH = "/bottleneck";
  private static final int CLIENTS = 1024;
  private static final double TARGET_SECONDS = 5;
  private static final int WINDOW_SECONDS = 5;
  private static final WebLoad.Habits HABITS =
      new WebLoad.Habits(CLIENTS, Duration.ofMillis(20), 0, () -> PATH);

  void run(Path files, Report report) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    Duration window = Duration.ofSeconds(WINDOW_SECONDS);
    int seconds = windows * WINDOW_SECONDS;
    Turns turns;
    try (Progress progress = new Progress(1);
        WebServer server =
            WebServer.start("haboob", set.root(), 1 << 24, List.of("--bottleneck", PATH))) {
      progress.step("%d clients for %d s", CLIENTS, seconds);
      turns = WebLoad.windows(server, HABITS, Duration.ZERO, window, windows);
    }
    Histogram all = turns.all().times();
    List<Outcome> outcomes = turns.outcomes();
    long answered = all.getTotalCount();
    double refused = turns.refused();
    Table table = new Table(" | here | the paper");
    table.row("90 %% are answered within | %.2f s | 11.8 s", seconds(all, 90));
    double worst = Figures.highest(outcomes, outcome -> seconds(outcome.sample().times(), 90));
    table.row("the same, worst window of 5 s | %.2f s |", worst);
    table.row("slowest answer | %.2f s | 22.1 s", seconds(all, 100));
    table.row("refused | %.1f %% | 98 %%", 100 * refused / Math.max(1, answered + refused));
    table.row("pages a second | %,.0f |", (double) answered / seconds);
    Chart chart =
        new Chart("The bottleneck page, 1024 clients", "seconds")
            .until(seconds)
            .panel("s")
            .steps("90th percentile", WINDOW_SECONDS, each(outcomes, 90))
            .steps("slowest", WINDOW_SECONDS, each(outcomes, 100))
            .target(TARGET_SECONDS);
    Columns<Outcome> columns =
        new Columns<Outcome>()
            .key("answered", outcome -> outcome.sample().times().getTotalCount())
            .key("refused", Outcome::refused)
            .key("p90Seconds", outcome -> seconds(outcome.sample().times(), 90))
            .key("maxSeconds", outcome -> seconds(outcome.sample().times(), 100));
    Object rows = columns.json(outcomes);
    report
        .text("### The bottleneck page (SOSP, Figure 13)")
        .measured("%d clients, target 5 s, %d s.", CLIENTS, seconds)
        .table(table)
        .chart("sosp-13.svg", "The bottleneck page", chart.svg())
        .json(
            "sosp-13.json",
            Json.map("clients", CLIENTS, "targetSeconds", TARGET_SECONDS, "windows", rows));
  }

  private static double seconds(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / 1e9;
  }

  private static List<Double> each(List<Outcome> outcomes, double percentile) {
    return outcomes.stream().map(outcome -> seconds(outcome.sample().times(), percentile)).toList();
  }
}
