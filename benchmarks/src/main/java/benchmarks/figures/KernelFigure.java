package benchmarks.figures;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure of controllers of the kernel: each controller plays the same scenarios, in virtual time
 * and on threads.
 */
public abstract class KernelFigure {
  private final String name;
  private final String description;
  private final String title;
  private final List<String> contenders;
  private final List<Panel> panels;

  /** A panel of the chart, and the name of the values that it shows. */
  record Panel(String title, String value) {}

  /** One contender in one place: samples in the order of time, and rows of the table. */
  private record Played(List<Map<String, Double>> samples, Map<String, Number> outcomes) {}

  /**
   * A figure.
   *
   * @param name as on the command line, like {@code sosp-8}
   * @param description what it shows, in a line
   * @param title of the chart
   */
  KernelFigure(
      String name, String description, String title, List<String> contenders, List<Panel> panels) {
    this.name = name;
    this.description = description;
    this.title = title;
    this.contenders = contenders;
    this.panels = panels;
  }

  /** All figures of the kernel. */
  public static List<KernelFigure> all() {
    return List.of(new PoolFigure(), new BatchingFigure(), new RouterFigure());
  }

  /** Scenarios that a contender plays one after the other. */
  int parts() {
    return 1;
  }

  /** Length of a part. */
  abstract int seconds(boolean simulated);

  abstract Scenario scenario(Execution execution, String contender, int part);

  Execution onThreads() {
    return Execution.sleeping();
  }

  boolean isShown(Map<String, Double> sample) {
    return true;
  }

  void mark(Chart chart) {}

  /** Its name on the command line. */
  public final String name() {
    return name;
  }

  /** What it shows, in a line. */
  public final String description() {
    return description;
  }

  /** Plays the scenarios, in virtual time and perhaps on threads, and adds the results. */
  public final void run(boolean threadsToo, Report report) throws IOException {
    Map<String, Played> results = new LinkedHashMap<>();
    int steps = seconds(true) + (threadsToo ? seconds(false) : 0);
    report.measured("");
    try (Progress progress = new Progress(steps * parts() * contenders.size())) {
      play(true, results, report, progress);
      if (threadsToo) {
        play(false, results, report, progress);
      }
    }
    report.table(table(results));
    Map<String, Object> data = new LinkedHashMap<>();
    results.forEach((who, played) -> data.put(who, played.samples));
    report.json(name + ".json", data);
  }

  private void play(
      boolean simulated, Map<String, Played> results, Report report, Progress progress)
      throws IOException {
    String place = simulated ? "simulated" : "on threads";
    Map<String, Played> here = new LinkedHashMap<>();
    for (String contender : contenders) {
      Played played = new Played(new ArrayList<>(), new LinkedHashMap<>());
      for (int part = 0; part < parts(); part++) {
        Execution execution = simulated ? Execution.simulated() : onThreads();
        Scenario scenario = scenario(execution, contender, part);
        scenario.play(
            seconds(simulated),
            second -> progress.step("%s, %s: %s, second %d", name, place, contender, second));
        played.samples.addAll(scenario.samples);
        scenario.outcomes(played.outcomes);
      }
      here.put(contender, played);
      results.put(contender + ", " + place, played);
    }
    Chart chart = new Chart(title + ", " + place, "time, s");
    for (Panel panel : panels) {
      chart.panel(panel.title);
      here.forEach(
          (who, played) -> chart.line(who, column(played, "seconds"), column(played, panel.value)));
    }
    mark(chart);
    String file = name + (simulated ? "-simulated.svg" : "-threads.svg");
    report.chart(file, name + ", " + place, chart.svg());
  }

  private List<Double> column(Played played, String value) {
    return played.samples.stream().filter(this::isShown).map(s -> s.get(value)).toList();
  }

  private static Table table(Map<String, Played> results) {
    List<String> all = new ArrayList<>(results.keySet());
    Table table = Table.across("", all, who -> who);
    for (String row : results.get(all.get(0)).outcomes.keySet()) {
      table.row(row, all, "%s", who -> number(results.get(who).outcomes.get(row)));
    }
    return table;
  }

  private static String number(Number value) {
    boolean whole = value instanceof Integer || value.doubleValue() >= 100;
    return Figures.text(whole ? "%,.0f" : "%.1f", value.doubleValue());
  }
}
