package benchmarks.web;

import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.CacheReplay.Outcome;
import benchmarks.web.CacheReplay.Pattern;
import benchmarks.web.CacheReplay.Policy;
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
      return policy + ", " + pattern.title();
    }

    List<Double> percent(ToDoubleFunction<Outcome> share) {
      return outcomes.stream().map(outcome -> 100 * share.applyAsDouble(outcome)).toList();
    }

    void addTo(Table table, String what, ToDoubleFunction<Outcome> share) {
      table.row(title() + ": " + what, percent(share), "%.1f", percent -> percent);
    }
  }

  void run(Report report) throws IOException {
    Map<String, LongFunction<Policy>> policies = new LinkedHashMap<>();
    policies.put("W-TinyLFU", Policy::tinyLfu);
    policies.put("LRU", Policy::lru);
    List<Line> lines = new ArrayList<>();
    try (Progress progress = new Progress(Pattern.values().length * policies.size())) {
      for (Pattern pattern : Pattern.values()) {
        List<Request> played = pattern.requests(files, requests, 1);
        policies.forEach(
            (name, policy) -> {
              progress.step("%s, %s", pattern.title(), name);
              List<Outcome> outcomes =
                  MEBIBYTES.stream()
                      .map(size -> CacheReplay.play(played, policy.apply(size * MEBIBYTE)))
                      .toList();
              lines.add(new Line(pattern, name, outcomes));
            });
      }
    }
    Chart chart = new Chart("Hits of the users", "cache, MiB").logarithmic().panel("%");
    Table table = Table.across("cache, MiB", MEBIBYTES, size -> "" + size);
    for (Line line : lines) {
      chart.line(line.title(), MEBIBYTES, line.percent(Outcome::hits));
      line.addTo(table, "requests", Outcome::hits);
      line.addTo(table, "bytes", Outcome::bytes);
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
            "Shares of the users' requests, and of their bytes, that found their page kept, in %%."
                + " File set of %,d MB, of which all pages together would take %,d MiB of the"
                + " cache; %,d requests, of which the second half counts; with a crawler, or with"
                + " pages asked for once, a fourth of them is not the users'. No server and no"
                + " clock: on any machine LRU's come out the same; W-TinyLFU, which admits at"
                + " random and adapts, differs by up to a point from run to run.",
            files.bytes() / 1_000_000, weight / MEBIBYTE, requests)
        .table(table)
        .chart("static-cache.svg", "Hits of the users", chart.svg())
        .json("static-cache.json", Json.map("mebibytes", MEBIBYTES, "lines", columns.json(lines)));
  }
}
