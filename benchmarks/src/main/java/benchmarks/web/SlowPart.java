package benchmarks.web;

import benchmarks.load.Sample;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Habits;
import benchmarks.web.WebLoad.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What slow clients do to those that are not: Haboob in turn without and with them. */
final class SlowPart {
  private static final int SLOW = 1_000;
  private static final int CLIENTS = 64;
  private static final double PER_SECOND = 4_000;
  private static final int DIRECTORIES = 25;
  private static final long CACHE_BYTES = 64 << 20;
  private static final Duration WARM = Duration.ofSeconds(1);
  private static final int WARM_RUNS = 16;
  private static final double GOAL_PERCENT = 10;

  private final int rounds;
  private final Duration time;

  /** Turns of so long, without and with the slow clients. */
  SlowPart(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
  }

  /** The turns without, or those with them. */
  private static final class Side {
    private final List<Outcome> turns = new ArrayList<>();
    private int cutOff;

    Histogram times() {
      Histogram all = Sample.histogram();
      turns.forEach(turn -> all.add(turn.times()));
      return all;
    }

    double perSecond() {
      double seconds = turns.stream().mapToDouble(turn -> turn.wall().toNanos() / 1e9).sum();
      return times().getTotalCount() / seconds;
    }

    long errors() {
      return turns.stream().mapToLong(turn -> turn.errors() + turn.refused()).sum();
    }

    /** Of each turn, in ascending order. */
    List<Double> p99s() {
      return turns.stream().map(turn -> millis(turn.times(), 99)).sorted().toList();
    }

    double medianP99() {
      List<Double> all = p99s();
      return (all.get((all.size() - 1) / 2) + all.get(all.size() / 2)) / 2;
    }
  }

  void run(Path files, Path out, PrintWriter print) throws IOException {
    FileSet set = new FileSet(files, DIRECTORIES).write();
    Side without = new Side();
    Side with = new Side();
    try (Progress progress = new Progress(1 + 2 * rounds);
        WebServer server = WebServer.start("haboob", set.root(), CACHE_BYTES, List.of())) {
      progress.step("warming up");
      for (int i = 0; i < WARM_RUNS; i++) {
        WebLoad.run(server, Comparison.MIX.habits(CLIENTS, set, i), WARM, Duration.ofMillis(1));
      }
      for (int round = 0; round < rounds; round++) {
        progress.step("no slow clients");
        without.turns.add(turn(server, set, round));
        progress.step("%,d slow clients", SLOW);
        try (SlowClients slow = new SlowClients(server.address(), SLOW)) {
          with.turns.add(turn(server, set, round));
          with.cutOff += slow.end();
        }
      }
    }
    report(without, with, out, print);
  }

  /** The same requests in both turns of a round. */
  private Outcome turn(WebServer server, FileSet set, int round) throws IOException {
    SplittableRandom random = new SplittableRandom(1 + round);
    Habits habits = Habits.arriving(CLIENTS, PER_SECOND, random.split(), () -> set.draw(random));
    return WebLoad.run(server, habits, WARM, time);
  }

  private static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / 1e6;
  }

  private void report(Side without, Side with, Path out, PrintWriter print) throws IOException {
    Table table = new Table("slow clients", "none", String.format("%,d", SLOW), "change", "reach");
    row(table, "p50 of the others, ms", without, with, side -> millis(side.times(), 50), "");
    row(
        table,
        "p99, ms: median of the turns",
        without,
        with,
        Side::medianP99,
        String.format(Locale.ROOT, "at most +%.0f %%", GOAL_PERCENT));
    table.row("p99, ms: lowest and highest turn", range(without), range(with), "", "");
    row(table, "p99.9, ms", without, with, side -> millis(side.times(), 99.9), "");
    row(table, "answers a second", without, with, Side::perSecond, "");
    table.row("errors", Long.toString(without.errors()), Long.toString(with.errors()), "", "0");
    table.row("slow clients cut off", "", Integer.toString(with.cutOff), "", "");
    String markdown =
        String.format(
            Locale.ROOT,
            "### Slow clients%n%nMade %s: %s. A third of the slow clients send a header a byte at a"
                + " time, a third a body, a third read a page of 900 KB a little at a time; each"
                + " does so once a second, and who is cut off comes back. The others come at random"
                + " times, %,.0f a second on %d connections, for SPECweb99's mix of files (%d"
                + " directories); %d turns of %d ms each, in turn.%n%n%s",
            Machine.month(),
            Machine.describe(),
            PER_SECOND,
            CLIENTS,
            DIRECTORIES,
            rounds,
            time.toMillis(),
            table);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("part", "slow");
    json.put("slowClients", SLOW);
    json.put("p99MillisWithout", without.p99s());
    json.put("p99MillisWith", with.p99s());
    json.put("cutOff", with.cutOff);
    Files.writeString(out.resolve("static-slow.json"), Json.of(json));
    GeneratedSection.write(out.resolve("static.md"), StaticCommand.PAGE_TITLE, "slow", markdown);
    print.println(markdown);
    print.flush();
  }

  private static void row(
      Table table,
      String title,
      Side without,
      Side with,
      ToDoubleFunction<Side> figure,
      String reach) {
    double before = figure.applyAsDouble(without);
    double after = figure.applyAsDouble(with);
    table.row(
        title,
        String.format(Locale.ROOT, "%,.2f", before),
        String.format(Locale.ROOT, "%,.2f", after),
        String.format(Locale.ROOT, "%+.1f %%", 100 * (after / before - 1)),
        reach);
  }

  private static String range(Side side) {
    List<Double> all = side.p99s();
    return String.format(Locale.ROOT, "%.2f–%.2f", all.get(0), all.get(all.size() - 1));
  }
}
