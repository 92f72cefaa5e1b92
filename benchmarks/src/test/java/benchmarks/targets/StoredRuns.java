package benchmarks.targets;

import benchmarks.report.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hand-made runs for tests of the page. */
final class StoredRuns {
  private StoredRuns() {}

  /** A run of the table of controllers, with some figures replaced. */
  static Measurement matrix(String row, String load, Object... replaced) {
    Map<String, Object> all =
        Json.map(
            "windowsOf5s", 12,
            "windowsOf5sOver", 0,
            "fullGoodput", 690,
            "goodput", 690,
            "meanQuality", 1,
            "refusedShare", 0.3,
            "leastShareOfAType", 0.8,
            "sessionsFinishedShare", 0.95,
            "settledSessionsFinishedShare", 0.96,
            "longestAbsenceSeconds", 40,
            "jain", 0.9,
            "refusalP99Millis", 8,
            "p90BySecond", List.of(50, 60, 70));
    all.putAll(Json.map(replaced));
    return run(new Key("matrix-ours", row, load, "embedded"), Json.map("all", all));
  }

  /** A run with these phases. */
  static Measurement run(Key key, Map<String, Object> phases) {
    Map<String, Object> json =
        Json.map(
            "key",
            key,
            "origin",
            Json.map("commit", "abc1234", "date", "2026-11-29"),
            "row",
            Json.map("title", key.row()),
            "seconds",
            90,
            "capacity",
            700,
            "valid",
            true,
            "targetMillis",
            100);
    json.putAll(phases);
    return Measurement.of(com.google.gson.JsonParser.parseString(Json.of(json)).getAsJsonObject());
  }

  /** The product and another controller at all loads; the product reaches its goals. */
  static List<Measurement> good() {
    List<Measurement> runs = new ArrayList<>();
    for (double load : Catalogue.LOADS) {
      String times = Catalogue.times(load);
      double refused = load < 1 ? 0 : 1 - 1 / load;
      runs.add(matrix("deadline", times, "refusedShare", refused));
      runs.add(matrix("none", times, "windowsOf5sOver", 12, "fullGoodput", 9, "refusedShare", 0));
    }
    return runs;
  }
}
