package benchmarks.delivery;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results as {@code delivery.md} and {@code delivery-results.json}. */
final class DeliveryReport {
  private final Map<MailServer, List<Turn>> turns;
  private final boolean realMail;
  private final String command;

  /**
   * A report.
   *
   * @param turns of each server; Arashi is the first
   * @param command the command line that made them
   */
  DeliveryReport(Map<MailServer, List<Turn>> turns, boolean realMail, String command) {
    this.turns = turns;
    this.realMail = realMail;
    this.command = command.replaceAll("(--corpus)[ =]\\S+", "$1 DIR"); // which is one machine's
  }

  /** Writes both files. */
  void write(Path out) throws IOException {
    Files.writeString(out.resolve("delivery-results.json"), Json.of(asMap()));
    GeneratedSection.write(
        out.resolve("delivery.md"), "What a mail costs that is delivered", markdown());
  }

  /** The table. */
  String markdown() {
    Table table =
        new Table(
            "server",
            "mails/s, acknowledged",
            "lowest",
            "highest",
            "mails/s, all work done",
            "CPU ms a mail",
            "lowest",
            "highest");
    turns.forEach(
        (server, all) ->
            table.row(
                server.title(),
                format("%,.0f", median(all, Turn::perSecond)),
                format("%,.0f", lowest(all, Turn::perSecond)),
                format("%,.0f", highest(all, Turn::perSecond)),
                format("%,.0f", median(all, Turn::perSecondOfWork)),
                format("%.2f", median(all, Turn::cpuMillisEach)),
                format("%.2f", lowest(all, Turn::cpuMillisEach)),
                format("%.2f", highest(all, Turn::cpuMillisEach))));
    return String.join(
        "\n",
        "Measured " + Machine.month() + ": " + Machine.describe() + "; " + versions() + ".",
        format(
            "Mail: %s, %.1f KB each; medians of %d turns.",
            realMail ? "real" : "made up", kilobytes(), first().size()),
        "```\n" + command + "\n```\n",
        table.toString(),
        ratios());
  }

  private String versions() {
    return turns.keySet().stream().map(MailServer::version).collect(Collectors.joining("; "));
  }

  private List<Turn> first() {
    return turns.values().iterator().next();
  }

  private double kilobytes() {
    Turn turn = first().get(0);
    return turn.bytes() / 1e3 / turn.mails();
  }

  private String ratios() {
    StringBuilder text = new StringBuilder();
    turns.entrySet().stream()
        .skip(1)
        .forEach(
            other ->
                text.append(
                    format(
                        "Beside %s, Arashi acknowledges %.2f times as fast, is done with all work"
                            + " %.2f times as fast, and takes %.2f times the CPU time.%n",
                        other.getKey().title(),
                        median(first(), Turn::perSecond)
                            / median(other.getValue(), Turn::perSecond),
                        median(first(), Turn::perSecondOfWork)
                            / median(other.getValue(), Turn::perSecondOfWork),
                        median(first(), Turn::cpuMillisEach)
                            / median(other.getValue(), Turn::cpuMillisEach))));
    return text.toString();
  }

  private static double median(List<Turn> turns, ToDoubleFunction<Turn> value) {
    double[] sorted = turns.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double lowest(List<Turn> turns, ToDoubleFunction<Turn> value) {
    return turns.stream().mapToDouble(value).min().orElseThrow();
  }

  private static double highest(List<Turn> turns, ToDoubleFunction<Turn> value) {
    return turns.stream().mapToDouble(value).max().orElseThrow();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private Map<String, Object> asMap() {
    List<Object> rows = new ArrayList<>();
    turns.forEach(
        (server, all) ->
            all.forEach(
                turn ->
                    rows.add(
                        Json.map(
                            "server", server.title(),
                            "mails", turn.mails(),
                            "bytes", turn.bytes(),
                            "seconds", turn.took().toNanos() / 1e9,
                            "secondsOfWork", turn.worked().toNanos() / 1e9,
                            "cpuMillisEach", turn.cpuMillisEach()))));
    return Json.map(
        "benchmark",
        "delivery",
        "month",
        Machine.month(),
        "machine",
        Machine.describe(),
        "servers",
        versions(),
        "realMail",
        realMail,
        "command",
        command,
        "turns",
        rows);
  }
}
