package benchmarks.figures;

import benchmarks.report.Json;
import benchmarks.report.PanelChart;
import benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/**
 * A figure of controllers of the kernel, each of which plays the same scenario, in virtual time and
 * on threads.
 *
 * @param <S> what is seen at a time of a scenario
 * @param <R> what a scenario comes to
 */
abstract class ControllerFigure<S, R> implements KernelFigure {
  private static final String PAGE = "kernel-figures";
  private static final String TITLE = "The kernel's controllers";

  private final String name;
  private final int seconds;

  /** A figure whose scenario takes so long. */
  ControllerFigure(String name, int seconds) {
    this.name = name;
    this.seconds = seconds;
  }

  /** Names of the controllers. */
  abstract List<String> contenders();

  /** Plays the scenario with one of the controllers. */
  abstract R play(Place place, String contender, IntConsumer eachSecond);

  /** What was seen, in the order of time. */
  abstract List<S> samples(R result);

  /** A sample's members for the JSON file. */
  abstract Map<String, Object> data(S sample);

  /** Draws the panels. */
  abstract String plot(String where, Map<String, R> results);

  /** Fills the table, with a cell for each result. */
  abstract void fill(Table table, List<R> results);

  @Override
  public String name() {
    return name;
  }

  @Override
  public String page() {
    return PAGE;
  }

  @Override
  public String pageTitle() {
    return TITLE;
  }

  @Override
  public int steps(boolean threadsToo) {
    return Place.all(threadsToo).size() * contenders().size() * seconds;
  }

  @Override
  public Result run(boolean threadsToo, StepListener step) {
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, Object> data = new LinkedHashMap<>();
    List<String> columns = new ArrayList<>(List.of(""));
    List<R> all = new ArrayList<>();
    StringBuilder images = new StringBuilder();
    for (Place place : Place.all(threadsToo)) {
      Map<String, R> results = new LinkedHashMap<>();
      for (String contender : contenders()) {
        String what = name + ", " + place.title() + ": " + contender + ", second ";
        results.put(contender, play(place, contender, second -> step.step(what + second)));
        columns.add(contender + ", " + place.title());
      }
      files.put(place.plot(name), plot(place.title(), results));
      images.append(
          String.format(Locale.ROOT, "![%s, %s](%s)%n%n", name, place.title(), place.plot(name)));
      results.forEach((who, result) -> data.put(who + ", " + place.title(), rows(result)));
      all.addAll(results.values());
    }
    files.put(name + ".json", Json.of(data));
    Table table = new Table(columns.toArray(String[]::new));
    fill(table, all);
    return new Result(files, images + table.toString());
  }

  private List<Object> rows(R result) {
    return samples(result).stream().map(this::data).map(row -> (Object) row).toList();
  }

  /** Draws a line of each result. */
  void lines(
      PanelChart.Panel panel,
      Map<String, R> results,
      ToDoubleFunction<S> x,
      ToDoubleFunction<S> y) {
    results.forEach((who, result) -> panel.line(who, column(result, x), column(result, y)));
  }

  List<Double> column(R result, ToDoubleFunction<S> value) {
    return samples(result).stream().mapToDouble(value).boxed().toList();
  }

  /** Adds a row of what each result comes to. */
  static <R> void row(Table table, String title, List<R> results, Function<R, Number> value) {
    List<String> cells = new ArrayList<>(List.of(title));
    for (R result : results) {
      Number number = value.apply(result);
      String format = number instanceof Integer || number.doubleValue() >= 100 ? "%,.0f" : "%.1f";
      cells.add(String.format(Locale.ROOT, format, number.doubleValue()));
    }
    table.row(cells.toArray(String[]::new));
  }
}
