package benchmarks.targets;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The stored runs from which the page is written. */
record Runs(List<Measurement> all) {
  static final String EMBEDDED = "embedded";
  static final String MYSQL = "mysql";

  /** Copies the runs. */
  Runs(Collection<Measurement> all) {
    this(List.copyOf(all));
  }

  /** A run of a figure. */
  Optional<Measurement> find(String figure, String row, String load, String database) {
    return all.stream()
        .filter(run -> run.key().equals(new Key(figure, row, load, database)))
        .findFirst();
  }

  /** The runs of all rows of a figure at a load. */
  List<Measurement> of(String figure, String load, String database) {
    return rows(figure).stream()
        .map(row -> find(figure, row, load, database))
        .flatMap(Optional::stream)
        .toList();
  }

  /** A run of the table of controllers. */
  Optional<Measurement> matrix(String row, String load, String database) {
    return all.stream()
        .filter(run -> run.key().figure().startsWith(Catalogue.MATRIX))
        .filter(run -> run.key().row().equals(row) && run.key().load().equals(load))
        .filter(run -> run.key().database().equals(database))
        .findFirst();
  }

  /** All runs of a row in the table of controllers, at these loads, on all databases. */
  List<Measurement> matrix(String row, List<Double> loads) {
    return List.of(EMBEDDED, MYSQL).stream()
        .flatMap(
            database ->
                loads.stream()
                    .map(load -> matrix(row, Catalogue.times(load), database))
                    .flatMap(Optional::stream))
        .toList();
  }

  /** The rows of the table of controllers, in the order of the catalogue. */
  List<String> matrixRows() {
    return rows(Catalogue.MATRIX);
  }

  /**
   * The measured rows of the figures whose names begin so, in the order of the catalogue. Rows that
   * this machine cannot measure follow.
   */
  List<String> rows(String figures) {
    Stream<String> known =
        Catalogue.figures(1).stream()
            .filter(figure -> figure.name().startsWith(figures))
            .flatMap(figure -> figure.series().stream())
            .map(series -> series.row().name());
    Set<String> stored = new TreeSet<>();
    for (Measurement run : all) {
      if (run.key().figure().startsWith(figures) && !run.key().row().equals(Key.CAPACITY)) {
        stored.add(run.key().row());
      }
    }
    return Stream.concat(known.filter(stored::contains), stored.stream()).distinct().toList();
  }

  /** Goodput in full answers as a share of the capacity that was measured before. */
  static double share(Measurement run) {
    return run.number("all.fullGoodput") / run.number("capacity");
  }
}
