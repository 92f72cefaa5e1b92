package benchmarks.web;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.LineChart;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.web.CacheReplay.Outcome;
import benchmarks.web.CacheReplay.Policy;
import benchmarks.web.CacheReplay.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/** What the page cache's policy keeps, beside what LRU would keep. */
final class CachePart {
  private static final long MEBIBYTE = 1 << 20;
  private static final List<Integer> MEBIBYTES = List.of(1, 2, 4, 8, 16, 32, 64, 128);
  private static final Map<String, LongFunction<Policy>> POLICIES = new LinkedHashMap<>();

  static {
    POLICIES.put("W-TinyLFU", Policy::tinyLfu);
    POLICIES.put("LRU", Policy::lru);
  }

  private final FileSet files;
  private final int requests;

  /** What one policy made of one pattern, budget by budget. */
  private record Line(CachePattern pattern, String policy, List<Outcome> outcomes) {
    List<Double> percent(ToDoubleFunction<Outcome> share) {
      return outcomes.stream().map(outcome -> 100 * share.applyAsDouble(outcome)).toList();
    }
  }

  /**
   * So many requests of each pattern.
   *
   * @param files of which only the lengths matter; they need not be there
   */
  CachePart(FileSet files, int requests) {
    this.files = files;
    this.requests = requests;
  }

  void run(Path out, PrintWriter print) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (Progress progress = new Progress(CachePattern.values().length * POLICIES.size())) {
      for (CachePattern pattern : CachePattern.values()) {
        List<Request> played = pattern.requests(files, requests, 1);
        POLICIES.forEach(
            (name, policy) -> {
              progress.step("%s, %s", pattern.title(), name);
              lines.add(new Line(pattern, name, outcomes(played, policy)));
            });
      }
    }
    report(lines, out, print);
  }

  private static List<Outcome> outcomes(List<Request> played, LongFunction<Policy> policy) {
    return MEBIBYTES.stream()
        .map(mebibytes -> CacheReplay.play(played, policy.apply(mebibytes * MEBIBYTE)))
        .toList();
  }

  private void report(List<Line> lines, Path out, PrintWriter print) throws IOException {
    LineChart chart = new LineChart("Hits of the users", "cache, MiB", "%");
    List<Double> budgets = MEBIBYTES.stream().map(Integer::doubleValue).toList();
    lines.forEach(line -> chart.line(title(line), budgets, line.percent(Outcome::hits)));
    Files.writeString(out.resolve("static-cache.svg"), chart.svg());
    Files.writeString(out.resolve("static-cache.json"), Json.of(json(lines)));
    long weight =
        files.entries().stream()
            .mapToLong(entry -> new Request("", entry.bytes(), true).weight())
            .sum();
    String markdown =
        String.format(
            Locale.ROOT,
            "### The page cache's policy%n%nShares of the users' requests, and of their bytes, that"
                + " find their page kept, in %%. File set of %,d MB, of which all pages together"
                + " would take %,d MiB of the cache; %,d requests, of which the second half counts;"
                + " with a crawler, or with pages asked for once, a fourth of them is not the"
                + " users'. No server and no clock: on any machine LRU's come out the same;"
                + " W-TinyLFU, which admits at random and adapts, differs by up to a point from run"
                + " to run.%n%n%s%n![Hits of the users](static-cache.svg)%n",
            files.bytes() / 1_000_000,
            weight / MEBIBYTE,
            requests,
            table(lines));
    GeneratedSection.write(out.resolve("static.md"), StaticCommand.PAGE_TITLE, "cache", markdown);
    print.println(markdown);
    print.flush();
  }

  private static String title(Line line) {
    return line.policy + ", " + line.pattern.title();
  }

  private static Table table(List<Line> lines) {
    List<String> head = new ArrayList<>(List.of("cache, MiB"));
    MEBIBYTES.forEach(mebibytes -> head.add(mebibytes.toString()));
    Table table = new Table(head.toArray(String[]::new));
    for (Line line : lines) {
      row(table, title(line) + ": requests", line.percent(Outcome::hits));
      row(table, title(line) + ": bytes", line.percent(Outcome::bytes));
    }
    return table;
  }

  private static void row(Table table, String title, List<Double> percents) {
    List<String> cells = new ArrayList<>(List.of(title));
    percents.forEach(percent -> cells.add(String.format(Locale.ROOT, "%.1f", percent)));
    table.row(cells.toArray(String[]::new));
  }

  private static Map<String, Object> json(List<Line> lines) {
    List<Object> list = new ArrayList<>();
    for (Line line : lines) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("pattern", line.pattern.name().toLowerCase(Locale.ROOT));
      map.put("policy", line.policy);
      map.put("hitPercent", line.percent(Outcome::hits));
      map.put("byteHitPercent", line.percent(Outcome::bytes));
      list.add(map);
    }
    return Map.of("part", "cache", "mebibytes", MEBIBYTES, "lines", list);
  }
}
