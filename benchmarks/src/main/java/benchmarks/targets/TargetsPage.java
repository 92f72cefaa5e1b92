package benchmarks.targets;

import benchmarks.report.Figures;
import benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The measured sections of {@code targets.md} and its plots, from stored runs alone. The same runs
 * always make the same text, so a test can compare the page with its runs.
 */
final class TargetsPage {
  static final String PAGE = "targets.md";

  /** Stands in a section without runs. */
  static final String NO_RUNS = "No runs are stored.";

  private static final String MATRIX_PLOT = "targets-matrix.svg";

  private final Runs runs;
  private final Controllers controllers;
  private final Sections sections;

  TargetsPage(List<Measurement> all) {
    runs = new Runs(all);
    controllers = new Controllers(runs);
    sections = new Sections(runs, Runs.EMBEDDED);
  }

  /** Writes the sections and plots into a folder; the rest of the page stays. */
  void write(Path folder) throws IOException {
    for (Map.Entry<String, String> section : sections().entrySet()) {
      new Report(folder, "")
          .text("%s", section.getValue())
          .write(PAGE, "Response-time targets under load", section.getKey());
    }
    for (Map.Entry<String, String> plot : plots().entrySet()) {
      Files.writeString(folder.resolve(plot.getKey()), plot.getValue());
    }
  }

  /** All sections, one after the other. */
  String markdown() {
    return String.join("\n\n", sections().values());
  }

  /** The text of each section by its name. */
  Map<String, String> sections() {
    Map<String, String> texts = new LinkedHashMap<>();
    boolean empty = runs.all().isEmpty();
    boolean noMatrix = runs.matrixRows().isEmpty();
    List<Section> figures = sections.all();
    texts.put("goals", empty ? NO_RUNS : new Goals(runs).table().toString());
    texts.put("controllers", noMatrix ? NO_RUNS : matrix());
    texts.put("better", noMatrix ? NO_RUNS : better());
    texts.put(
        "figures",
        figures.isEmpty()
            ? NO_RUNS
            : figures.stream().map(f -> f.markdown(f.name())).collect(Collectors.joining()));
    texts.put("origin", empty ? NO_RUNS : origin());
    texts.replaceAll((name, text) -> text.strip());
    return texts;
  }

  private String matrix() {
    return Figures.text(
        "![Goodput of all controllers](%s)%n%n%s", MATRIX_PLOT, controllers.table());
  }

  private String better() {
    if (runs.matrixRows().stream().allMatch(row -> row.startsWith(Row.OURS))) {
      return "No run of another controller is stored.";
    }
    List<String> lines = controllers.better();
    return lines.isEmpty() ? "Nothing by more than a twentieth." : String.join("\n", lines);
  }

  /** The plots by file. */
  Map<String, String> plots() {
    Map<String, String> plots = new LinkedHashMap<>();
    if (!runs.matrixRows().isEmpty()) {
      plots.put(MATRIX_PLOT, controllers.plot().svg());
    }
    sections.all().forEach(section -> plots.put(section.file(), section.plot()));
    return plots;
  }

  /** Commit, machine, capacity and its drift, of all runs. */
  private String origin() {
    return String.join(
        "\n",
        "- Commit " + each("origin.commit") + ", " + each("origin.date") + ".",
        "- " + each("origin.machine") + "; " + each("databaseVersion") + ".",
        "- " + each("origin.command").replace("./", "`./").replace(";", "`;") + "`.",
        "- Added work: "
            + each("addedWorkBytes")
            + " bytes a request. Phases: "
            + each("seconds")
            + " s.",
        "- Capacity, in requests a second: " + capacities(Key.CAPACITY) + ".",
        "- Runs that the load generator limited: " + invalid() + ".");
  }

  private String each(String path) {
    return runs.all().stream()
        .map(run -> run.text(path))
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private String capacities(String row) {
    return figures()
        .map(figure -> capacity(figure, row))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private Stream<String> figures() {
    return runs.all().stream().map(run -> run.key().figure()).distinct().sorted();
  }

  /** Capacity of a figure before its runs, and its lowest and highest later value as a ratio. */
  private String capacity(String figure, String row) {
    List<Measurement> all =
        runs.all().stream()
            .filter(run -> run.key().figure().equals(figure) && run.key().row().equals(row))
            .toList();
    Function<Measurement, Double> goodput = run -> run.number("goodput");
    return all.stream()
        .filter(run -> run.key().load().equals("before"))
        .map(
            before -> {
              List<Double> ratios =
                  all.stream()
                      .filter(run -> run.key().database().equals(before.key().database()))
                      .map(goodput)
                      .map(rate -> rate / before.number("goodput"))
                      .sorted(Comparator.naturalOrder())
                      .toList();
              return Figures.text(
                  "%s%s %.0f (processors %.0f %% busy; after each series %.2f to %.2f of it)",
                  figure,
                  before.key().database().equals(Runs.MYSQL) ? " on MySQL" : "",
                  before.number("goodput"),
                  100 * before.number("machineBusy"),
                  ratios.get(0),
                  ratios.get(ratios.size() - 1));
            })
        .collect(Collectors.joining("; "));
  }

  private String invalid() {
    List<String> names =
        runs.all().stream().filter(run -> !run.isValid()).map(run -> run.key().toString()).toList();
    return names.isEmpty() ? "none" : String.join("; ", names) + " (†)";
  }
}
