package benchmarks.targets;

import benchmarks.report.Table;
import java.util.Optional;

/**
 * The part of the page about one figure.
 *
 * @param name of the figure, and of the plot's file
 * @param text what was measured, in a sentence or two with numbers
 * @param plot SVG
 * @param table may be empty
 */
record Section(String name, String text, String plot, Optional<Table> table) {
  /** File of the plot. */
  String file() {
    return "targets-" + name + ".svg";
  }

  /** The section as Markdown. */
  String markdown(String alternative) {
    return text
        + "\n\n!["
        + alternative
        + "]("
        + file()
        + ")\n\n"
        + table.map(rows -> rows + "\n").orElse("");
  }
}
