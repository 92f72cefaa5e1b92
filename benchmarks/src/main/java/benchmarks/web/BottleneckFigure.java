package benchmarks.web;

import benchmarks.load.Sample;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.report.TimeChart;
import benchmarks.web.WebLoad.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * [SOSP 2001, Figure 13]: 1024 clients, who think for 20 ms, on a page that takes 40 ms of
 * computing, with a target of 5 s for the 90th percentile. A refused client waits as it is told to.
 */
final class BottleneckFigure {
  private static final String PATH = "/bottleneck";
  private static final int CLIENTS = 1024;
  private static final double TARGET_SECONDS = 5;
  private static final Duration THINK = Duration.ofMillis(20);
  private static final double WINDOW_SECONDS = 5;
  private static final Duration WINDOW = Duration.ofMillis((long) (1000 * WINDOW_SECONDS));

  private final int windows;

  /** The figure in so many windows of 5 s. */
  BottleneckFigure(int windows) {
    this.windows = windows;
  }

  void run(Path files, Path out, PrintWriter print) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    WebLoad.Habits habits = new WebLoad.Habits(CLIENTS, THINK, 0, () -> PATH);
    List<Outcome> outcomes;
    try (Progress progress = new Progress(1);
        WebServer server =
            WebServer.start("haboob", set.root(), 1 << 24, List.of("--bottleneck", PATH))) {
      progress.step("%d clients for %d s", CLIENTS, windows * WINDOW.toSeconds());
      outcomes = WebLoad.windows(server, habits, WINDOW, windows);
    }
    String markdown = markdown(outcomes);
    Files.writeString(out.resolve("sosp-13.svg"), svg(outcomes));
    Files.writeString(out.resolve("sosp-13.json"), Json.of(json(outcomes)));
    GeneratedSection.write(out.resolve("static.md"), StaticCommand.PAGE_TITLE, "sosp-13", markdown);
    print.println(markdown);
    print.flush();
  }

  private String markdown(List<Outcome> outcomes) {
    Histogram all = Sample.histogram();
    long refused = 0;
    for (Outcome outcome : outcomes) {
      all.add(outcome.times());
      refused += outcome.refused();
    }
    long worst =
        outcomes.stream().mapToLong(o -> o.times().getValueAtPercentile(90)).max().orElse(0);
    Table table = new Table("", "here", "the paper");
    table.row("90 % are answered within", seconds(all.getValueAtPercentile(90)), "11.8 s");
    table.row("the same, worst window of 5 s", seconds(worst), "");
    table.row("slowest answer", seconds(all.getMaxValue()), "22.1 s");
    long asked = Math.max(1, all.getTotalCount() + refused);
    table.row("refused", percent(refused, asked), "98 %");
    table.row("pages a second", perSecond(all.getTotalCount()), "");
    return String.format(
        "### The bottleneck page (SOSP, Figure 13)%n%nMade %s: %s. %d clients, target 5 s, %d"
            + " s.%n%n%s%n![The bottleneck page](sosp-13.svg)%n",
        Machine.month(), Machine.describe(), CLIENTS, windows * WINDOW.toSeconds(), table);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  private String perSecond(long count) {
    return String.format(Locale.ROOT, "%,.0f", (double) count / (windows * WINDOW.toSeconds()));
  }

  private String svg(List<Outcome> outcomes) {
    TimeChart chart =
        new TimeChart("The bottleneck page, 1024 clients", "s", windows * WINDOW_SECONDS);
    chart.line("90th percentile", WINDOW_SECONDS, percentiles(outcomes, 90));
    chart.line("slowest", WINDOW_SECONDS, percentiles(outcomes, 100));
    chart.target(TARGET_SECONDS);
    return chart.svg();
  }

  private static List<Double> percentiles(List<Outcome> outcomes, double percentile) {
    return outcomes.stream()
        .map(outcome -> outcome.times().getValueAtPercentile(percentile) / 1e9)
        .toList();
  }

  private static Map<String, Object> json(List<Outcome> outcomes) {
    List<Object> list = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("answered", outcome.times().getTotalCount());
      map.put("refused", outcome.refused());
      map.put("p90Seconds", outcome.times().getValueAtPercentile(90) / 1e9);
      map.put("maxSeconds", outcome.times().getMaxValue() / 1e9);
      list.add(map);
    }
    return Map.of("clients", CLIENTS, "targetSeconds", TARGET_SECONDS, "windows", list);
  }
}
