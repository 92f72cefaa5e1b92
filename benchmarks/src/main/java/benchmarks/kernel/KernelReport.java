package benchmarks.kernel;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results as {@code kernel.md} and {@code kernel-results.json}. */
final class KernelReport {
  private final KernelResults results;
  private final String command;

  /**
   * A report.
   *
   * @param command the command line that made the results
   */
  KernelReport(KernelResults results, String command) {
    this.results = results;
    this.command = command;
  }

  /** Writes both files. */
  void write(Path out) throws IOException {
    Files.writeString(out.resolve("kernel-results.json"), Json.of(asMap()));
    GeneratedSection.write(out.resolve("kernel.md"), "What the kernel costs", markdown());
  }

  /** The table. */
  String markdown() {
    return "Measured "
        + Machine.month()
        + ": "
        + Machine.describe()
        + ".\n\n```\n"
        + command
        + "\n```\n\n"
        + table();
  }

  private Table table() {
    Table table = new Table("what", "median", "rounds", "reach", "reached");
    for (KernelMetric figure : results.figures()) {
      double median = results.median(figure);
      table.row(
          figure.title(),
          figure.format(median),
          KernelMetric.number(results.least(figure))
              + " – "
              + KernelMetric.number(results.most(figure)),
          figure.reach(),
          figure.hasReach() ? (figure.isReached(median) ? "yes" : "no") : "");
    }
    return table;
  }

  private Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "kernel");
    map.put("month", Machine.month());
    map.put("machine", Machine.describe());
    map.put("command", command);
    List<Object> figures = new ArrayList<>();
    for (KernelMetric figure : results.figures()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("figure", figure.name());
      row.put("unit", figure.unit());
      row.put("reach", figure.reach());
      row.put("median", results.median(figure));
      row.put("rounds", results.rounds(figure));
      figures.add(row);
    }
    map.put("figures", figures);
    return map;
  }
}
