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

  /** The key of a run. */
  Key key(Series part, Step step, String database) {
    return new Key(name, part.row().name(), step.load(), database);
  }
}
