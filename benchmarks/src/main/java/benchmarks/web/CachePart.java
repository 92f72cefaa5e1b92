package benchmarks.web;

import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.CacheReplay.Cache;
import benchmarks.web.CacheReplay.Outcome;
import benchmarks.web.CacheReplay.Pattern;
import benchmarks.web.CacheReplay.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/** Hits of the page cache's policy beside LRU's. The files need not exist. */
record CachePart(FileSet files, int requests) {
  private static final long MEBIBYTE = 1 << 20;
  private static final List<Integer> MEBIBYTES = List.of(1, 2, 4, 8, 16, 32, 64, 128);

  /** One policy's outcome of one pattern, budget by budget. */
  private record Line(Pattern pattern, String policy, List<Outcome> outcomes) {
    String title() {
      return policy + ", " + pattern.title;
    }

    List<Double> percent(ToDoubleFunction<Outcome> share) {
      return outcomes.stream().map(outcome -> 100 * share.applyAsDouble(outcome)).toList();
    }
  }

  void run(Report report) throws IOException {
    Map<String, LongFunction<Cache>> policies = new LinkedHashMap<>();
    policies.put("W-TinyLFU", Cache::tinyLfu);
    policies.put("LRU", Cache::lru);
    List<Line> lines = new ArrayList<>();
    try (Progress progress = new Progress(Pattern.values().length * policies.size())) {
      for (Pattern pattern : Pattern.values()) {
        List<Request> played = pattern.requests(files, requests, 1);
        policies.forEach(
            (name, policy) -> {
              progress.step("%s, %s", pattern.title, name);
              LongFunction<Outcome> play =
                  mebibytes -> CacheReplay.play(played, policy.apply(mebibytes * MEBIBYTE));
              lines.add(new Line(pattern, name, MEBIBYTES.stream().map(play::apply).toList()));
            });
      }
    }
    Chart chart = new Chart("Hits of the users", "cache, MiB").logarithmic().panel("%");
    Table table = Table.across("cache, MiB", MEBIBYTES, size -> "" + size);
    for (Line line : lines) {
      List<Double> hits = line.percent(Outcome::hits);
      chart.line(line.title(), MEBIBYTES, hits);
      table.row(line.title() + ": requests", hits, "%.1f", percent -> percent);
      table.row(line.title() + ": bytes", line.percent(Outcome::bytes), "%.1f", percent -> percent);
    }
    Columns<Line> columns =
        new Columns<Line>()
            .key("pattern", Line::pattern)
            .key("policy", Line::policy)
            .key("hitPercent", line -> line.percent(Outcome::hits))
            .key("byteHitPercent", line -> line.percent(Outcome::bytes));
    long weight =
        files.entries().stream()
            .mapToLong(entry -> new Request("", entry.bytes(), true).weight())
            .sum();
    report
        .text("### The page cache's policy")
        .text(
            "Hits as shares of the users' requests, and of their bytes, in %%. File set of %,d MB;"
                + " all its pages would take %,d MiB of cache. %,d requests, of which the second"
                + " half counts. A crawler, or pages asked for once, add a fourth of all requests."
                + " No server and no clock: LRU's hits are the same on any machine; W-TinyLFU,"
                + " which admits at random and adapts, differs by up to a point from run to run.",
            files.bytes() / 1_000_000, weight / MEBIBYTE, requests)
        .table(table)
        .chart("static-cache.svg", "Hits of the users", chart.svg())
        .json("static-cache.json", Json.map("mebibytes", MEBIBYTES, "lines", columns.json(lines)));
  }
}
