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
import java.util.function.BiFunction;

/**
 * A figure of the kernel's controllers: each controller plays the same scenarios, in virtual time
 * and on threads.
 */
public abstract class KernelFigure {
  private final String name;
  private final String description;
  private final String title;
  private final List<String> contenders;
  private final List<Panel> panels;
  private final List<BiFunction<Execution, String, Scenario>> scenarios;

  /** A panel of the chart, and the name of the samples' values in it. */
  record Panel(String title, String value) {}

  /** A contender's samples, in the order of time, and its rows of the table. */
  private record Played(List<Map<String, Double>> samples, Map<String, Number> outcomes) {}

  /**
   * A figure.
   *
   * @param name on the command line, like {@code sosp-8}
   * @param description one line
   * @param title of the chart
   * @param scenarios for a contender, one after the other
   */
  KernelFigure(
      String name,
      String description,
      String title,
      List<String> contenders,
      List<Panel> panels,
      List<BiFunction<Execution, String, Scenario>> scenarios) {
    this.name = name;
    this.description = description;
    this.title = title;
    this.contenders = contenders;
    this.panels = panels;
    this.scenarios = scenarios;
  }

  /** All figures of the kernel. */
  public static List<KernelFigure> all() {
    return List.of(new PoolFigure(), new BatchingFigure(), new RouterFigure());
  }

  /** Length of a scenario. */
  abstract int seconds(boolean simulated);

  boolean isShown(Map<String, Double> sample) {
    return true;
  }

  void mark(Chart chart) {}

  /** Its name on the command line. */
  public final String name() {
    return name;
  }

  /** Its description, one line. */
  public final String description() {
    return description;
  }

  /** Plays the scenarios, in virtual time and perhaps on threads, and adds the results. */
  public final void run(boolean threadsToo, Report report) throws IOException {
    Map<String, Played> results = new LinkedHashMap<>();
    int steps = seconds(true) + (threadsToo ? seconds(false) : 0);
    report.measured("");
    try (Progress progress = new Progress(steps * scenarios.size() * contenders.size())) {
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
      for (BiFunction<Execution, String, Scenario> each : scenarios) {
        Execution execution = simulated ? Execution.simulated() : Execution.onThreads();
        Scenario scenario = each.apply(execution, contender);
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
    List<String> all = List.copyOf(results.keySet());
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
