package benchmarks.users;

import benchmarks.report.Json;
import benchmarks.users.RunResult.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a phase as members of a JSON object. */
final class SummaryMap {
  /** Absences to count, in seconds. */
  private static final List<Integer> ABSENCES = List.of(5, 10, 30, 60);

  private SummaryMap() {}

  static Map<String, Object> of(Summary summary) {
    Map<String, Object> map = requests(summary);
    map.put("leastShareOfAType", summary.leastShareOfAType());
    map.putAll(users(summary));
    Map<String, Object> types = new LinkedHashMap<>();
    summary.types().forEach(type -> types.put(type.title(), requests(summary.of(type))));
    map.put("types", types);
    return map;
  }

  static Map<String, Object> of(Summary summary, double target) {
    Map<String, Object> map = of(summary);
    map.putAll(
        Json.map(
            "targetMillis", target,
            "goodput", summary.goodput(target),
            "fullGoodput", summary.fullGoodput(target),
            "settlingSeconds", summary.settling(target)));
    for (int seconds : List.of(5, 1)) {
      String windows = "windowsOf" + seconds + "s";
      map.put(windows, summary.windows(seconds).size());
      map.put(windows + "Over", summary.overCount(target, seconds));
      map.put(windows + "OverShare", summary.over(target, seconds));
      map.put(windows + "HighestMillis", summary.highestWindow(seconds));
    }
    return map;
  }

  private static Map<String, Object> requests(Summary summary) {
    return Json.map(
        "offered", summary.requests(),
        "answered", summary.count(Outcome.OK),
        "refused", summary.count(Outcome.REFUSED),
        "failed", summary.count(Outcome.FAILED),
        "offeredPerSecond", summary.askedPerSecond(),
        "answeredPerSecond", summary.perSecond(),
        "refusedShare", summary.refused(),
        "meanQuality", summary.meanQuality(),
        "p50Millis", summary.percentile(50),
        "p90Millis", summary.percentile(90),
        "p99Millis", summary.percentile(99),
        "maxMillis", summary.percentile(100),
        "refusalP50Millis", summary.refusalPercentile(50),
        "refusalP99Millis", summary.refusalPercentile(99),
        "failureP99Millis", summary.failurePercentile(99));
  }

  private static Map<String, Object> users(Summary summary) {
    Sessions sessions = summary.sessions();
    Map<String, Object> absent = new LinkedHashMap<>();
    ABSENCES.forEach(
        seconds -> absent.put("over" + seconds + "s", summary.absentLongerThan(seconds)));
    return Json.map(
        "jain", summary.jain(),
        "jainOfShares", summary.jainOfShares(),
        "usersAsking", summary.asking(),
        "usersNeverAnswered", summary.neverAnswered(),
        "longestAbsenceSeconds", summary.longestAbsence(),
        "usersAbsent", absent,
        "sessions", sessions.begun(),
        "sessionsFinished", sessions.finished(),
        "sessionsBroken", sessions.broken(),
        "sessionsFinishedShare", sessions.finishedShare(),
        "settledSessionsFinishedShare", summary.settled().sessions().finishedShare());
  }
}
