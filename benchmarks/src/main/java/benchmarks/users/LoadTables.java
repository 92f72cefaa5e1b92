package benchmarks.users;

import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Report;
import benchmarks.users.RunResult.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of users, all or of a class, as a table by request type and sentences. */
final class LoadTables {
  private static final int LONG_ABSENCE_SECONDS = 10;

  private static final Columns<Map.Entry<String, Summary>> COLUMNS =
      new Columns<Map.Entry<String, Summary>>()
          .column("request", "%s", Map.Entry::getKey)
          .column("offered", "%d", row -> row.getValue().requests())
          .column("answered", "%d", row -> row.getValue().count(Outcome.OK))
          .column("refused", "%s", row -> Figures.percent(row.getValue().refused()))
          .column("failed", "%d", row -> row.getValue().count(Outcome.FAILED))
          .column("p50 ms", "%.1f", row -> row.getValue().percentile(50))
          .column("p90 ms", "%.1f", row -> row.getValue().percentile(90))
          .column("p99 ms", "%.1f", row -> row.getValue().percentile(99))
          .column("max ms", "%.1f", row -> row.getValue().percentile(100))
          .column("quality", "%s", row -> quality(row.getValue()));

  private LoadTables() {}

  private static String quality(Summary summary) {
    double mean = summary.meanQuality();
    return Double.isNaN(mean) ? "" : Figures.text("%.2f", mean);
  }

  /** Adds the figures of a phase. */
  static void add(Report report, String name, Summary all, double target) {
    Map<String, Summary> rows = new LinkedHashMap<>();
    all.types().forEach(type -> rows.put(type.title(), all.of(type)));
    rows.put(name, all);
    report
        .table(COLUMNS.table(rows.entrySet()))
        .text(
            "%s: %.0f requests/s, %.0f answers/s, %.0f within %.0f ms, %.0f of them at full"
                + " quality. %d of the 5 s windows (%s) and %d of the 1 s windows (%s) are over"
                + " %.0f ms; the highest are %.0f and %.0f ms.",
            name,
            all.askedPerSecond(),
            all.perSecond(),
            all.goodput(target),
            target,
            all.fullGoodput(target),
            all.overCount(target, 5),
            Figures.percent(all.over(target, 5)),
            all.overCount(target, 1),
            Figures.percent(all.over(target, 1)),
            target,
            all.highestWindow(5),
            all.highestWindow(1))
        .text(
            "Refusals took %.1f ms (p50) and %.1f ms (p99), failures %.1f ms (p99). The least"
                + " served type has %s of its share.",
            all.refusalPercentile(50),
            all.refusalPercentile(99),
            all.failurePercentile(99),
            Figures.percent(all.leastShareOfAType()))
        .text("%s", users(all));
  }

  private static String users(Summary all) {
    Sessions sessions = all.sessions();
    return Figures.text(
        "%d of %d users were never answered; the longest absence is %.1f s, and %d were absent"
            + " longer than %d s. Of %d sessions %d finished and %d were broken (finished %s)."
            + " Jain's index is %.2f for answers, %.2f for the answered share.",
        all.neverAnswered(),
        all.asking(),
        all.longestAbsence(),
        all.absentLongerThan(LONG_ABSENCE_SECONDS),
        LONG_ABSENCE_SECONDS,
        sessions.begun(),
        sessions.finished(),
        sessions.broken(),
        Figures.percent(sessions.finishedShare()),
        all.jain(),
        all.jainOfShares());
  }
}
