package benchmarks.web;

import benchmarks.load.SlowClients;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Habits;
import benchmarks.web.WebLoad.Outcome;
import benchmarks.web.WebLoad.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** The effect of slow clients on the others: Haboob in turn without and with them. */
record SlowPart(StaticCommand.Plan plan) {
  private static final int SLOW = 1_000;
  private static final int CLIENTS = 64;
  private static final double PER_SECOND = 4_000;
  private static final int DIRECTORIES = 25;
  private static final long CACHE_BYTES = 64 << 20;
  private static final Duration WARM = Duration.ofSeconds(1);
  private static final int WARM_RUNS = 16;
  private static final List<SlowClients.Habit> HABITS =
      List.of(
          new SlowClients.Habit("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", true),
          new SlowClients.Habit(
              "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", true),
          new SlowClients.Habit(
              "GET " + FileSet.LONGEST + " HTTP/1.1\r\nHost: localhost\r\n\r\n", false));

  void run(Path files, Report report) throws IOException {
    FileSet set = new FileSet(files, DIRECTORIES).write();
    List<Turns> sides = List.of(new Turns(), new Turns());
    int cutOff = 0;
    try (Progress progress = new Progress(1 + 2 * plan.rounds());
        WebServer server = WebServer.start("haboob", set.root(), CACHE_BYTES, List.of())) {
      progress.step("warming up");
      for (int i = 0; i < WARM_RUNS; i++) {
        WebLoad.run(server, Comparison.MIX.habits(CLIENTS, set, i), WARM, Duration.ofMillis(1));
      }
      for (int round = 0; round < plan.rounds(); round++) {
        for (int i = 0; i < sides.size(); i++) {
          progress.step("%,d slow clients", i * SLOW);
          try (SlowClients slow = new SlowClients(server.address(), i * SLOW, HABITS)) {
            sides.get(i).add(turn(server, set, round));
            cutOff += slow.end();
          }
        }
      }
    }
    report(sides, cutOff, report);
  }

  /** The same requests in both turns of a round. */
  private Outcome turn(WebServer server, FileSet set, int round) throws IOException {
    SplittableRandom random = new SplittableRandom(1 + round);
    Habits habits = Habits.arriving(CLIENTS, PER_SECOND, random.split(), () -> set.draw(random));
    return WebLoad.run(server, habits, WARM, plan.time());
  }

  private void report(List<Turns> sides, int cutOff, Report report) throws IOException {
    Table table = new Table(Figures.text("slow clients | none | %,d | change | reach", SLOW));
    Turns without = sides.get(0);
    Turns with = sides.get(1);
    row(table, sides, "p50 of the others, ms", "", side -> side.all().millis(50));
    String p99 = "p99, ms: median of the turns";
    row(table, sides, p99, "at most +10 %", side -> Figures.median(p99s(side), millis -> millis));
    table.row("p99, ms: lowest and highest turn | %s | %s | |", range(without), range(with));
    row(table, sides, "p99.9, ms", "", side -> side.all().millis(99.9));
    row(table, sides, "answers a second", "", side -> side.all().perSecond());
    table.row("errors | %d | %d | | 0", without.errors(), with.errors());
    table.row("slow clients cut off | | %d | |", cutOff);
    report
        .text("### Slow clients")
        .measured(
            "A third of the slow clients send a header an octet at a time, a third a body, a third"
                + " read a page of 900 KB a little at a time; each does so once a second, and one"
                + " that is cut off returns. The others arrive at random times, %,.0f a second on"
                + " %d connections, for SPECweb99's mix of files (%d directories); %d turns of %d"
                + " ms each, in turn.",
            PER_SECOND, CLIENTS, DIRECTORIES, plan.rounds(), plan.time().toMillis())
        .table(table)
        .json(
            "static-slow.json",
            Json.map(
                "slowClients",
                SLOW,
                "p99MillisWithout",
                p99s(without),
                "p99MillisWith",
                p99s(with),
                "cutOff",
                cutOff));
  }

  /** Of each turn, in ascending order. */
  private static List<Double> p99s(Turns side) {
    return side.outcomes().stream().map(turn -> turn.sample().millis(99)).sorted().toList();
  }

  private static String range(Turns side) {
    List<Double> all = p99s(side);
    return Figures.text("%.2f–%.2f", all.get(0), all.get(all.size() - 1));
  }

  private static void row(
      Table table, List<Turns> sides, String title, String reach, ToDoubleFunction<Turns> figure) {
    double before = figure.applyAsDouble(sides.get(0));
    double after = figure.applyAsDouble(sides.get(1));
    double change = 100 * (after / before - 1);
    table.row("%s | %,.2f | %,.2f | %+.1f %% | %s", title, before, after, change, reach);
  }
}
