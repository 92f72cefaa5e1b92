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
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A figure of controllers of the kernel: each controller plays the same scenario, in virtual time
 * and on threads.
 */
public abstract class KernelFigure {
  static final String PAPER = "the paper's (queue threshold)";

  static final String DEFAULT = "throughput, the default";

  private final String name;
  private final String description;
  private final String title;
  private final Map<String, String> panels;

  enum Place {
    SIMULATED("simulated"),
    THREADS("on threads");

    private final String title;

    Place(String title) {
      this.title = title;
    }
  }

  /**
   * How a scenario went.
   *
   * @param samples taken in the order of time; values by name, of which one is {@code seconds}
   * @param outcomes rows of the table
   */
  record Played(List<Map<String, Object>> samples, Map<String, Number> outcomes) {}

  /**
   * A figure.
   *
   * @param name as on the command line, like {@code sosp-8}
   * @param description what it shows, in a line
   * @param title of the chart
   * @param panels of the chart: the name of the values that each shows, by its title
   */
  KernelFigure(String name, String description, String title, Map<String, String> panels) {
    this.name = name;
    this.description = description;
    this.title = title;
    this.panels = panels;
  }

  static Map<String, String> panels(String... titlesAndValues) {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (int i = 0; i < titlesAndValues.length; i += 2) {
      ordered.put(titlesAndValues[i], titlesAndValues[i + 1]);
    }
    return ordered;
  }

  abstract List<String> contenders();

  abstract int seconds(Place place);

  /** Plays the scenario with one of the controllers. */
  abstract Played play(Place place, String contender, IntConsumer eachSecond);

  boolean isShown(Map<String, Object> sample) {
    return true;
  }

  void mark(Chart chart) {}

  /** As it is called on the command line. */
  public final String name() {
    return name;
  }

  final String line() {
    return Figures.text("figure %-15s %s", name, description);
  }

  /** The page on which it stands. */
  public String page() {
    return "kernel-figures.md";
  }

  /** The heading of that page, should it not be there. */
  public String pageTitle() {
    return "The kernel's controllers";
  }

  /** Plays the scenarios, in virtual time and perhaps on threads, and adds the results. */
  public final void run(boolean threadsToo, Report report) throws IOException {
    Map<String, Played> results = new LinkedHashMap<>();
    List<Place> places = threadsToo ? List.of(Place.values()) : List.of(Place.SIMULATED);
    int steps = places.stream().mapToInt(this::seconds).sum() * contenders().size();
    report.measured("");
    try (Progress progress = new Progress(steps)) {
      for (Place place : places) {
        Map<String, Played> here = new LinkedHashMap<>();
        for (String contender : contenders()) {
          IntConsumer step =
              second ->
                  progress.step("%s, %s: %s, second %d", name, place.title, contender, second);
          here.put(contender, play(place, contender, step));
        }
        String file = name + "-" + place.name().toLowerCase(Locale.ROOT) + ".svg";
        report.chart(file, name + ", " + place.title, chart(place, here));
        here.forEach((who, played) -> results.put(who + ", " + place.title, played));
      }
    }
    report.table(table(results));
    Map<String, Object> data = new LinkedHashMap<>();
    results.forEach((who, played) -> data.put(who, played.samples()));
    report.json(name + ".json", data);
  }

  private String chart(Place place, Map<String, Played> results) {
    Chart chart = new Chart(title + ", " + place.title, "time, s");
    panels.forEach(
        (panel, value) -> {
          chart.panel(panel);
          results.forEach(
              (who, played) -> chart.line(who, column(played, "seconds"), column(played, value)));
        });
    mark(chart);
    return chart.svg();
  }

  private List<Number> column(Played played, String value) {
    return played.samples().stream()
        .filter(this::isShown)
        .map(sample -> (Number) sample.get(value))
        .toList();
  }

  private static Table table(Map<String, Played> results) {
    List<String> all = new ArrayList<>(results.keySet());
    Table table = Table.across("", all, who -> who);
    for (String row : results.get(all.get(0)).outcomes().keySet()) {
      table.row(
          row,
          all,
          "%s",
          who -> {
            Number value = results.get(who).outcomes().get(row);
            boolean whole = value instanceof Integer || value.doubleValue() >= 100;
            return Figures.text(whole ? "%,.0f" : "%.1f", value.doubleValue());
          });
    }
    return table;
  }
}
