package benchmarks.live;

import benchmarks.live.LiveBenchmark.Part;
import benchmarks.live.LiveBenchmark.Result;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Tells what a run came to. */
final class LiveReport {
  private final Result result;
  private final int listeners;
  private final int accounts;
  private final double rate;

  LiveReport(Result result, int listeners, int accounts, double rate) {
    this.result = result;
    this.listeners = listeners;
    this.accounts = accounts;
    this.rate = rate;
  }

  /** Writes {@code live.md}. */
  void write(Path folder, String command) throws IOException {
    String section =
        "Measured "
            + Machine.month()
            + ": "
            + Machine.describe()
            + ".\n\n```\n"
            + command
            + "\n```\n\n"
            + text();
    GeneratedSection.write(folder.resolve("live.md"), "What open pages cost", section);
  }

  String text() {
    Table table =
        new Table(
            "part",
            "list p50 ms",
            "list p99 ms",
            "service, % of a core",
            "database, % of a core",
            "mails/s",
            "events/s",
            "delay p50 ms",
            "delay p99 ms");
    for (Part part : result.parts()) {
      boolean events = part.events() > 0;
      table.row(
          part.name(),
          millis(part.list(), 50),
          millis(part.list(), 99),
          share(part.cpu().service(), part),
          share(part.cpu().database(), part),
          format("%.0f", part.delivered() / part.seconds()),
          format("%.0f", part.events() / part.seconds()),
          events ? millis(part.delays(), 50) : "",
          events ? millis(part.delays(), 99) : "");
    }
    return table
        + format(
            "%n%,d listeners of %d accounts, %.1f mails a second to each account. A listener that"
                + " rests takes %,.0f bytes of the service's heap. %d answers ended.%n",
            listeners, accounts, rate, result.bytesEach(), result.ended());
  }

  private static String share(Duration used, Part part) {
    return format("%.0f", 100 * used.toNanos() / 1e9 / part.seconds());
  }

  private static String millis(Histogram times, double percentile) {
    return format("%.1f", times.getValueAtPercentile(percentile) / 1e6);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
