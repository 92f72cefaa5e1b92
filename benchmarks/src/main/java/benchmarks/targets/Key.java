package benchmarks.targets;

/**
 * Names a run. Every run is measured once and stored under its key.
 *
 * @param figure name of the figure
 * @param row what is compared: a baseline, or a variant of one
 * @param load the load, such as {@code 2x}
 * @param database {@code embedded} or {@code mysql}
 */
record Key(String figure, String row, String load, String database) {
  /** The load of a measurement of the capacity before all other runs of a figure. */
  static final String CAPACITY = "capacity";

  /** Name of its file. */
  String file() {
    return String.join("~", database, figure, row, load).replaceAll("[^a-z0-9.~-]", "_") + ".json";
  }

  @Override
  public String toString() {
    return String.join(" ", figure, row, load, database);
  }
}
