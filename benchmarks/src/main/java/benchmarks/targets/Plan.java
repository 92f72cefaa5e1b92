package benchmarks.targets;

import benchmarks.report.Figures;
import benchmarks.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What remains to be measured, and how long that takes.
 *
 * @param figures figures in their order, without the runs that are stored
 * @param database database of all of them
 */
record Plan(List<Figure> figures, String database) {
  /** Starting a database, filling mailboxes, and warming the reference service up. */
  static final double OPEN_SECONDS = 75;

  /** Starting and warming up a service. */
  static final double START_SECONDS = 60;

  /** Search of the capacity before a figure. */
  static final double CAPACITY_SECONDS = 120;

  /** Search of the capacity again, after a series. */
  static final double AGAIN_SECONDS = 38;

  /** Between two runs: settings take effect, mails return. */
  static final double GAP_SECONDS = 6;

  /** Longest figure that one sitting should take. */
  static final double MOST_MINUTES = 20;

  /** The runs of some figures that are not stored. */
  static Plan of(List<Figure> figures, String database, RunStore store) throws IOException {
    Set<Key> stored = store.all().stream().map(Measurement::key).collect(Collectors.toSet());
    List<Figure> open = new ArrayList<>();
    for (Figure figure : figures) {
      List<Series> series =
          figure.series().stream()
              .map(part -> without(figure, part, database, stored))
              .filter(part -> !part.steps().isEmpty())
              .toList();
      if (!series.isEmpty()) {
        open.add(new Figure(figure.name(), figure.description(), figure.slowDatabase(), series));
      }
    }
    return new Plan(open, database);
  }

  private static Series without(Figure figure, Series part, String database, Set<Key> stored) {
    return new Series(
        part.row(),
        part.steps().stream()
            .filter(step -> !stored.contains(figure.key(part, step, database)))
            .toList());
  }

  /** The number of runs. */
  int runs() {
    return figures.stream().flatMap(f -> f.series().stream()).mapToInt(s -> s.steps().size()).sum();
  }

  /** The number of runs, with those of the capacity. */
  int measurements() {
    return runs() + figures.stream().mapToInt(figure -> 1 + figure.series().size()).sum();
  }

  /** The figures that share a database and mailboxes, in turn. */
  List<List<Figure>> groups() {
    List<List<Figure>> groups = new ArrayList<>();
    for (Figure figure : figures) {
      boolean same =
          !groups.isEmpty()
              && groups.get(groups.size() - 1).get(0).slowDatabase() == figure.slowDatabase();
      if (!same) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(figure);
    }
    return groups;
  }

  /** Estimated length of a figure on an open database. */
  static double minutes(Figure figure) {
    double seconds = CAPACITY_SECONDS;
    for (Series part : figure.series()) {
      seconds += START_SECONDS + AGAIN_SECONDS + part.seconds();
      seconds += GAP_SECONDS * part.steps().size();
    }
    return seconds / 60;
  }

  /** Estimated length of all figures. */
  double minutes() {
    return figures.stream().mapToDouble(Plan::minutes).sum() + groups().size() * OPEN_SECONDS / 60;
  }

  /** The plan as a table, with its sum below. */
  String text() {
    if (figures.isEmpty()) {
      return "All runs are stored; --again measures them anew.";
    }
    Table table = new Table("figure | rows | runs | minutes");
    for (Figure figure : figures) {
      table.row(
          "%s | %d | %d | %.0f%s",
          figure.name(),
          figure.series().size(),
          figure.series().stream().mapToInt(part -> part.steps().size()).sum(),
          minutes(figure),
          minutes(figure) > MOST_MINUTES ? ", over 20" : "");
    }
    return Figures.text(
        "%s%n%d runs on the database %s, about %.0f minutes.", table, runs(), database, minutes());
  }
}
