package benchmarks.targets;

import benchmarks.users.Samples.Outcome;
import benchmarks.users.Summary;
import benchmarks.users.UserRequestType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures as people and JSON have them. */
final class Text {
  private Text() {}

  static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  static String percent(double share) {
    return of(share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  /** What JSON says of a phase. */
  static Map<String, Object> map(Summary summary, double target) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("answered", summary.count(Outcome.OK));
    map.put("refused", summary.count(Outcome.REFUSED));
    map.put("failed", summary.count(Outcome.FAILED));
    map.put("answeredPerSecond", summary.perSecond());
    map.put("withinTargetPerSecond", summary.goodput(target));
    map.put("p50Millis", summary.percentile(50));
    map.put("p90Millis", summary.percentile(90));
    map.put("p99Millis", summary.percentile(99));
    map.put("maxMillis", summary.percentile(100));
    map.put("jain", summary.jain());
    map.put("usersNeverAnswered", summary.unlucky());
    map.put("windowsOf5sOver", summary.over(target, 5));
    map.put("windowsOf1sOver", summary.over(target, 1));
    for (UserRequestType type : summary.types()) {
      map.put(
          type.stage(),
          of(
              "p90 %.1f ms, refused %s",
              summary.percentile(type, 90), percent(summary.refused(type))));
    }
    return map;
  }

  /** Seconds until the first of three windows of a second in a row that hold the target. */
  static double settled(List<Double> windows, double target) {
    for (int i = 0; i < windows.size(); i++) {
      boolean holds = true;
      for (int j = i; j < Math.min(i + 3, windows.size()); j++) {
        holds &= windows.get(j) <= target;
      }
      if (holds) {
        return i;
      }
    }
    return windows.size();
  }
}
