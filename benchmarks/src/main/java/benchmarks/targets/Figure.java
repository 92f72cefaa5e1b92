package benchmarks.targets;

import java.util.List;

/**
 * A figure: series on the same mailboxes.
 *
 * @param name name in commands, keys and files
 * @param description for {@code --list}
 * @param slowDatabase true for a database whose answers can be delayed
 * @param series its runs
 */
record Figure(String name, String description, boolean slowDatabase, List<Series> series) {
  /** Copies the series. */
  Figure {
    series = List.copyOf(series);
  }

  /** The figure with some of its rows and loads; an empty list stands for all. */
  Figure only(List<String> rows, List<String> loads) {
    List<Series> some =
        series.stream()
            .filter(part -> rows.isEmpty() || rows.contains(part.row().name()))
            .map(part -> part.only(loads))
            .filter(part -> !part.steps().isEmpty())
            .toList();
    return new Figure(name, description, slowDatabase, some);
  }

  /** The key of a run. */
  Key key(Series part, Step step, String database) {
    return new Key(name, part.row().name(), step.load(), database);
  }
}
