package benchmarks.figures;

import java.util.List;
import java.util.Locale;

/** Where a scenario is played. */
enum Place {
  SIMULATED("simulated"),
  THREADS("on threads");

  private final String title;

  Place(String title) {
    this.title = title;
  }

  static List<Place> all(boolean threadsToo) {
    return threadsToo ? List.of(values()) : List.of(SIMULATED);
  }

  String title() {
    return title;
  }

  /** Name of the file with a figure's plot. */
  String plot(String figure) {
    return figure + "-" + name().toLowerCase(Locale.ROOT) + ".svg";
  }
}
